import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: { go: 'Go to your profile' },
  de: { go: 'Zum eigenen Profil' },
});
