import { inLanguage } from '#web/language/language.ts';

export const manifestTexts = inLanguage({
  en: { users: 'Users' },
  de: { users: 'Konten' },
});
