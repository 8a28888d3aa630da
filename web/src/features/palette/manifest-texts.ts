import { inLanguage } from '#web/language/language.ts';

export const manifestTexts = inLanguage({
  en: { open: 'Search or jump to…' },
  de: { open: 'Suchen oder wechseln zu …' },
});
