import { expect, test } from 'vitest';
import { parseQuery } from './parse.ts';
import { printQuery } from './print.ts';
import type { Node, Query } from './tree.ts';

/** The parsed query, with all of its parentheses. */
function shown(node: Node | undefined): string {
  switch (node?.kind) {
    case undefined:
      return '';
    case 'and':
    case 'or':
      return `(${node.nodes.map(shown).join(node.kind === 'and' ? ' & ' : ' | ')})`;
    case 'not':
      return `!${shown(node.node)}`;
    case 'words':
      return `[${node.text}]`;
    default:
      return printQuery({ tree: node, sort: undefined, inComments: undefined });
  }
}

function parsed(text: string): Query {
  const { query, error } = parseQuery(text);
  if (error) throw new Error(`${text}: ${error.message.text}`);
  return query;
}

test.each([
  ['', ''],
  ['  \t\n ', ''],
  ['crash on start', '[crash on start]'],
  ['crash "on start" now', '[crash "on start" now]'],
  ['crash "on st', '[crash "on st]'],
  ['status:open', 'status:open'],
  ['STATUS:Open,In-Progress', 'status:open,in-progress'],
  ['status:open crash report priority:high', '(status:open & [crash report] & priority:high)'],
  ['a OR b c', '([a] | [b c])'],
  ['a AND b OR c', '(([a] & [b]) | [c])'],
  ['(f(x, y) OR b) c', '(([f(x, y)] | [b]) & [c])'],
  ['(a OR b) c', '(([a] | [b]) & [c])'],
  ['-a b', '(![a] & [b])'],
  ['NOT a b', '(![a] & [b])'],
  ['-(a b)', '![a b]'],
  ['NOT NOT a', '!![a]'],
  ['-status:open', '!status:open'],
  ['-"a b" c', '(!["a b"] & [c])'],
  ['and or not', '[and or not]'],
  ['ANDROID NOTE ORDER', '[ANDROID NOTE ORDER]'],
  ['NOT(a)', '![a]'],
  ['number:5', 'number:5'],
  ['number:1..5,7,>9', 'number:1..5,7,>9'],
  ['comments:>=5', 'comments:>=5'],
  ['priority:>low', 'priority:>low'],
  ['created:2026-01-01..today', 'created:2026-01-01..today'],
  ['updated:<-7d', 'updated:<-7d'],
  ['assignee:none,@me,ada', 'assignee:none,@me,ada'],
  ['reporter:"Ada Okafor"', 'reporter:"Ada Okafor"'],
  ['label:"needs, info",crash', 'label:"needs, info",crash'],
  ['label:"5"" screen"', 'label:"5"" screen"'],
  ['label:"none",none', 'label:"none",none'],
  ['label:v1..2>3', 'label:v1..2>3'],
  ['has:files,labels', 'has:files,labels'],
  ['title:crash -description:"a b"', '(title:crash & !description:"a b")'],
])('%j is parsed as %s', (text, expected) => {
  expect(shown(parsed(text).tree)).toBe(expected);
});

test.each([
  'http://example.org/?a=b',
  'std::vector<int>',
  'TypeError: x is undefined',
  'C:\\temp',
  '12:30',
  'app.js:10:3',
  'a - b -> c --verbose',
  'main() f(x, y) g(a, (b, c) ) a(b)c',
  '#42 @ada 50% "quoted: text" {"a":1}',
  'it\'s 5" wide',
])('%j is parsed as plain text', (text) => {
  expect(parsed(text).tree).toMatchObject({ kind: 'words', text });
});

test.each([
  ['sort:-updated', 'updated', true],
  ['status:open SORT:priority crash', 'priority', false],
  ['a OR b sort:title', 'title', false],
])('%j sorts by %s', (text, field, descending) => {
  expect(parsed(text).sort).toMatchObject({ field, descending });
});

test('in:comments applies to the whole query', () => {
  const { tree, inComments } = parsed('crash in:comments (a OR b)');
  expect(shown(tree)).toBe('([crash] & ([a] | [b]))');
  expect(inComments).toEqual({ start: 6, end: 17 });
});

test.each<[string, string, [number, number], string[]]>([
  [
    'a stauts:open',
    'Unknown field `stauts`. Did you mean `status`? To search for the text, put it in quotes.',
    [2, 8],
    ['a status:open', 'a "stauts:open"'],
  ],
  [
    'localhost:3000',
    'Unknown field `localhost`. To search for the text, put it in quotes.',
    [0, 9],
    ['"localhost:3000"'],
  ],
  [
    'prio:high',
    'Unknown field `prio`. Did you mean `priority`? To search for the text, put it in quotes.',
    [0, 4],
    ['priority:high', '"prio:high"'],
  ],
  ['files:x', 'Unknown field `files`. To search for the text, put it in quotes.', [0, 5], ['"files:x"']],
  [
    'status:opne',
    '`status` cannot be `opne`. Did you mean `open`? It can be open, in-progress, resolved.',
    [7, 11],
    ['status:open'],
  ],
  ['status:none', '`status` cannot be `none`. It can be open, in-progress, resolved.', [7, 11], []],
  [
    'has:fils',
    '`has` cannot be `fils`. Did you mean `files`? It can be labels, files, question, comments, votes.',
    [4, 8],
    ['has:files'],
  ],
  [
    'sort:-update',
    '`sort` cannot be `update`. Did you mean `updated`? It can be title, status, priority, created, updated, number.',
    [6, 12],
    ['sort:-updated'],
  ],
  ['status: open', '`status:` needs a value directly after the colon', [7, 8], []],
  ['label:a, b', '`label:` needs a value directly after the colon', [8, 9], []],
  ['number:x', '`number` is a number, not `x`', [7, 8], []],
  ['created:2026-02-30', '`created` is a date like 2026-01-31, today or -7d, not `2026-02-30`', [8, 18], []],
  ['created:>none', '`created` is a date like 2026-01-31, today or -7d, not `none`', [9, 13], []],
  ['created:today..', 'A range needs a value on both sides of the two dots', [15, 15], []],
  ['created:..today', 'A range needs a value on both sides of the two dots', [8, 15], []],
  ['reporter:"Ada', 'The closing quote is missing', [9, 13], []],
  ['a (b', 'The closing parenthesis is missing', [2, 3], []],
  [
    'a b) c',
    'There is no opening parenthesis for this one. To search for the text, put it in quotes.',
    [3, 4],
    [],
  ],
  ['a OR', 'Something is missing beside `OR`', [2, 4], []],
  ['OR a', 'Something is missing beside `OR`', [0, 2], []],
  ['a AND AND b', 'Something is missing beside `AND`', [6, 9], []],
  ['a AND', 'Something is missing beside `AND`', [2, 5], []],
  ['NOT', 'Something is missing beside `NOT`', [0, 3], []],
  ['a ()', 'There is nothing in these parentheses', [2, 4], []],
  ['sort:title sort:title', '`sort:` can be given only once', [11, 21], []],
  [
    '(a sort:title)',
    '`sort:` applies to the whole query: it cannot be negated or put in parentheses',
    [3, 13],
    [],
  ],
  [
    '-in:comments a',
    '`in:` applies to the whole query: it cannot be negated or put in parentheses',
    [1, 12],
    [],
  ],
])('%j is refused', (text, message, [start, end], fixed) => {
  const { error } = parseQuery(text);
  expect(error).toMatchObject({ message: { text: message }, start, end });
  const fixes = error?.fixes.map((fix) => text.slice(0, fix.start) + fix.text + text.slice(fix.end));
  expect(fixes).toEqual(fixed);
});

test('a query is limited in characters, levels, terms and names of people', () => {
  const refusal = (text: string) => parseQuery(text).error?.message.text;
  expect(refusal('é'.repeat(2_000))).toBeUndefined();
  expect(refusal('é'.repeat(2_001))).toBe('A query can have at most 2,000 characters');
  expect(refusal(`${'('.repeat(20)}a${')'.repeat(20)}`)).toBeUndefined();
  expect(refusal(`${'('.repeat(21)}a${')'.repeat(21)}`)).toBe('A query can be nested at most 20 levels deep');
  expect(refusal(`${'NOT '.repeat(21)}a`)).toBe('A query can be nested at most 20 levels deep');
  const numbers = (count: number) => `number:${Array.from({ length: count }, (_, i) => i).join(',')}`;
  expect(refusal(numbers(100))).toBeUndefined();
  expect(refusal(numbers(101))).toBe('A query can have at most 100 terms');
  const people = (count: number) =>
    parseQuery(
      `assignee:@me,none${',a'.repeat(count)} OR reporter:${'9'.repeat(8)}-9999-9999-9999-${'9'.repeat(12)}`,
    );
  expect(people(20).error).toBeUndefined();
  expect(people(21).error).toMatchObject({
    message: { text: 'A query can have at most 20 names of people' },
    start: 58,
    end: 59,
  });
  // A text of many words is searched for as one phrase.
  expect(refusal('word '.repeat(300))).toBeUndefined();
});

test('every part of a query has its position in the text', () => {
  const text = 'status:open  (-label:a,"b c" OR "x y" z)';
  const places: string[] = [];
  const note = (node: Node) => {
    places.push(text.slice(node.start, node.end));
    if (node.kind === 'and' || node.kind === 'or') node.nodes.forEach(note);
    if (node.kind === 'not') note(node.node);
    if (node.kind === 'words') places.push(...node.words.map(({ start, end }) => text.slice(start, end)));
    if (node.kind === 'term') places.push(...node.values.map(({ start, end }) => text.slice(start, end)));
  };
  const { tree } = parsed(text);
  if (tree) note(tree);
  expect(places).toEqual([
    'status:open  (-label:a,"b c" OR "x y" z',
    'status:open',
    'open',
    '-label:a,"b c" OR "x y" z',
    '-label:a,"b c"',
    'label:a,"b c"',
    'a',
    '"b c"',
    '"x y" z',
    '"x y"',
    'z',
  ]);
});
