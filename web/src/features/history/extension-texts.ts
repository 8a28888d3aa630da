import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: { history: 'History', none: 'No changes', lastChange: 'Last changed {ago}' },
  de: { history: 'Verlauf', none: 'Keine Änderungen', lastChange: 'Zuletzt geändert: {ago}' },
});
