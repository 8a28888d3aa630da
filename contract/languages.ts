/** The languages of screens and mails, each by its own name. English is the first, and the fallback of the others. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;
