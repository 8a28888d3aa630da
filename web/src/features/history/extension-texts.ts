import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: { history: 'History', none: 'No changes', change: { one: 'change', other: 'changes' } },
  de: { history: 'Verlauf', none: 'Keine Änderungen', change: { one: 'Änderung', other: 'Änderungen' } },
});
