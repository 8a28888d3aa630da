/** The languages of screens and mails, each by its own name. English is the first to be written, and what others fall back to. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;
