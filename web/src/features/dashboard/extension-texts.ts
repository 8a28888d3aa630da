import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: { go: 'Go to the dashboard' },
  de: { go: 'Zur Übersicht' },
});
