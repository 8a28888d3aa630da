import { inLanguage } from '#web/language/language.ts';

export const manifestTexts = inLanguage({
  en: { go: 'Go to the dashboard' },
  de: { go: 'Zur Übersicht' },
});
