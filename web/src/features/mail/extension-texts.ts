import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: { title: 'Mail about bugs' },
  de: { title: 'E-Mails zu Bugs' },
});
