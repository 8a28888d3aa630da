import { counted, inLanguage } from '#web/language/language.ts';

/** The examples of the help are queries, which are the same in all languages. */
export const searchTexts = inLanguage({
  en: {
    suggestions: 'Suggestions',
    offered: (count: number) => counted(count, { one: 'suggestion', other: 'suggestions' }),
    replaceBy: 'Use instead:',
    asTyped: 'Bugs with these words.',
    asQuery: 'Search as a query',
    help: 'Query help',
    helpIntro:
      'Words find bugs that have all of them in title or description. Fields, operators and a hyphen make a query:',
    examples: {
      'status:open priority:high': 'both',
      'label:crash OR label:regression': 'one of them',
      'label:crash,regression': 'the same, shorter',
      '-assignee:none': 'not without an assignee',
      'reporter:@me updated:>-7d': 'filed by you, changed within the last 7 days',
      'created:2026-01-01..today': 'from one day to another',
      'comments:>5 has:files': 'with more than 5 comments, and files',
      '"exact phrase" in:comments': 'also in comments',
      'sort:-updated': 'in another order',
    },
    helpKeys: 'Ctrl+Space suggests fields. Text in quotes is always text.',
  },
  de: {
    suggestions: 'Vorschläge',
    offered: (count: number) => counted(count, { one: 'Vorschlag', other: 'Vorschläge' }),
    replaceBy: 'Stattdessen:',
    asTyped: 'Bugs mit diesen Wörtern.',
    asQuery: 'Als Abfrage suchen',
    help: 'Hilfe zu Abfragen',
    helpIntro:
      'Wörter finden Bugs, die alle davon in Titel oder Beschreibung haben. Felder, Operatoren und ein Minus machen daraus eine Abfrage:',
    examples: {
      'status:open priority:high': 'beides',
      'label:crash OR label:regression': 'eines davon',
      'label:crash,regression': 'dasselbe, kürzer',
      '-assignee:none': 'nicht ohne Zuweisung',
      'reporter:@me updated:>-7d': 'von mir gemeldet, in den letzten 7 Tagen geändert',
      'created:2026-01-01..today': 'von einem Tag bis zu einem anderen',
      'comments:>5 has:files': 'mit mehr als 5 Kommentaren, und Dateien',
      '"exact phrase" in:comments': 'auch in Kommentaren',
      'sort:-updated': 'in anderer Reihenfolge',
    },
    helpKeys: 'Strg+Leertaste schlägt Felder vor. Text in Anführungszeichen ist immer Text.',
  },
});
