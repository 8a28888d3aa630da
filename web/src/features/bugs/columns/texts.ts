import { inLanguage } from '#web/language/language.ts';

export const columnTexts = inLanguage({
  en: {
    comments: 'Comments',
    updatedAt: 'Last Updated',
    columns: 'Columns',
    titleFirst: 'The title comes first.',
    compact: 'Compact rows',
    reset: 'Usual columns',
    close: 'Done',
    edge: 'Column width',
  },
  de: {
    comments: 'Kommentare',
    updatedAt: 'Zuletzt geändert',
    columns: 'Spalten',
    titleFirst: 'Der Titel steht immer vorn.',
    compact: 'Kompakte Zeilen',
    reset: 'Übliche Spalten',
    close: 'Fertig',
    edge: 'Spaltenbreite',
  },
});
