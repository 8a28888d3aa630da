import { inLanguage } from '#web/language/language.ts';

export const manifestTexts = inLanguage({
  en: { open: 'Jump to…' },
  de: { open: 'Wechseln zu …' },
});
