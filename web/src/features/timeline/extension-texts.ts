import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: { activity: 'Activity' },
  de: { activity: 'Aktivität' },
});
