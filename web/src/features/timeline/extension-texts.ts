import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    onOpenBug: 'on the page of a bug, once its comments are loaded',
    activity: 'Activity',
    quote: 'Comment, quoting the selected text',
  },
  de: {
    onOpenBug: 'auf der Seite eines Bugs, wenn seine Kommentare geladen sind',
    activity: 'Aktivität',
    quote: 'Kommentieren und den markierten Text zitieren',
  },
});
