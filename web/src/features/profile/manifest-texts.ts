import { inLanguage } from '#web/language/language.ts';

export const manifestTexts = inLanguage({
  en: { profile: 'Profile', go: 'Go to your profile' },
  de: { profile: 'Profil', go: 'Zum eigenen Profil' },
});
