import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: { activity: 'Activity', quote: 'Comment, quoting the selected text' },
  de: { activity: 'Aktivität', quote: 'Kommentieren und den markierten Text zitieren' },
});
