import { inLanguage } from '#web/language/language.ts';

export const markdownTexts = inLanguage({
  en: {
    code: 'Code',
    table: 'Table',
    copyCode: 'Copy code',
    source: 'Source',
    rest: 'The rest is not formatted, because the text is very long.',
    image: (alt: string) => `Image: ${alt}`,
  },
  de: {
    code: 'Quelltext',
    table: 'Tabelle',
    copyCode: 'Quelltext kopieren',
    source: 'Wie eingegeben',
    rest: 'Der Rest ist nicht formatiert, weil der Text sehr lang ist.',
    image: (alt: string) => `Bild: ${alt}`,
  },
});
