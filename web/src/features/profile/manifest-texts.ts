import { inLanguage } from '#web/language/language.ts';

export const manifestTexts = inLanguage({
  en: { profile: 'Profile' },
  de: { profile: 'Profil' },
});
