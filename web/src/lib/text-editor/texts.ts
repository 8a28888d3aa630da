import { counted, inLanguage } from '#web/language/language.ts';

export const editorTexts = inLanguage({
  en: {
    write: 'Write',
    preview: 'Preview',
    modes: 'View of the text',
    tools: 'Formatting',
    bold: 'Bold',
    italic: 'Italic',
    code: 'Code',
    link: 'Insert link',
    list: 'List',
    quote: 'Quote',
    mention: 'Mention someone',
    empty: 'Nothing to preview',
    log: 'This looks like a log.',
    wrapLog: 'Put it in a code block',
    leaveLog: 'Leave it as it is',
    people: 'People to mention',
    mentionable: (count: number, name: string) =>
      `${counted(count, { one: 'person', other: 'people' })}, ${name}`,
  },
  de: {
    write: 'Schreiben',
    preview: 'Vorschau',
    modes: 'Ansicht des Textes',
    tools: 'Formatierung',
    bold: 'Fett',
    italic: 'Kursiv',
    code: 'Quelltext',
    link: 'Link einfügen',
    list: 'Liste',
    quote: 'Zitat',
    mention: 'Jemanden erwähnen',
    empty: 'Nichts zu zeigen',
    log: 'Das sieht nach einem Protokoll aus.',
    wrapLog: 'In einen Codeblock setzen',
    leaveLog: 'So lassen',
    people: 'Personen, die erwähnt werden können',
    mentionable: (count: number, name: string) =>
      `${counted(count, { one: 'Person', other: 'Personen' })}, ${name}`,
  },
});
