import { inLanguage } from '#web/language/language.ts';

export const columnTexts = inLanguage({
  en: {
    comments: 'Comments',
    updatedAt: 'Last Updated',
    columns: 'Columns',
    titleFirst: 'The title comes first.',
    reset: 'Usual columns',
    edge: 'Column width',
  },
  de: {
    comments: 'Kommentare',
    updatedAt: 'Zuletzt geändert',
    columns: 'Spalten',
    titleFirst: 'Der Titel steht immer vorn.',
    reset: 'Übliche Spalten',
    edge: 'Spaltenbreite',
  },
});
