import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: { bugFailed: 'Failed to show the bug' },
  de: { bugFailed: 'Der Bug konnte nicht angezeigt werden' },
});
