import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worstTexts } from '#server/test/worst-texts.ts';
import { type MarkdownNode, parseMarkdown, proseOf } from './markdown.ts';
import { mentionFinder, ownersOf } from './mentions.ts';

const names = [
  'Bo',
  'Bo Smith',
  "Bo O'Neil",
  'Jean-Luc',
  'José',
  'Jose\u0301 Ruiz',
  '李明',
  'สมชาย ใจดี',
  'דני',
  'علي',
  '민수',
  'snake_case',
];

/** The values of this kind of element in the text. */
function marked(text: string, kind: 'mention' | 'bug', people: readonly string[] = names): string[] {
  const found: string[] = [];
  const look = (node: MarkdownNode) => {
    if (typeof node === 'string') return;
    if (node.name === kind) found.push(node.value);
    node.children.forEach(look);
  };
  parseMarkdown(text, new Map(people.map((name) => [name, name]))).nodes.forEach(look);
  return found;
}

test.each([
  ['@Bo, look', ['Bo']],
  ["(@Bo) [@Bo] {@Bo} “@Bo” @Bo's @Bo: @Bo! -@Bo", Array.from({ length: 8 }, () => 'Bo')],
  ['_@Bo_ **@Bo** ~~@Bo~~ ***@Bo***', ['Bo', 'Bo', 'Bo', 'Bo']],
  ['请**@Bo**看 请_@Bo_看', ['Bo', 'Bo']],
  ['# @Bo\n\n| a |\n|---|\n| @Bo |\n\n- @Bo\n  1. [ ] @Bo', ['Bo', 'Bo', 'Bo', 'Bo']],
  ['[@Bo](https://social.example/@Bo)', ['Bo']],
  // Case, and the way of typing a letter, make no difference.
  ['@bo @BO SMITH', ['Bo', 'Bo Smith']],
  ['@Jose\u0301 @JOSÉ RUIZ', ['José', 'Jose\u0301 Ruiz']],
  ['@jose @JOSE RUIZ @bó', ['José', 'Jose\u0301 Ruiz', 'Bo']],
  // The longest name counts.
  [
    "@Bo Smith @Bo O'Neil @Bo Smithers @Jean-Luc @snake_case",
    ['Bo Smith', "Bo O'Neil", 'Bo', 'Jean-Luc', 'snake_case'],
  ],
  // Scripts without spaces between words, particles, prefixed prepositions.
  ['请@李明看一下，@李明，谢谢 (@李明)@李明@Bo看', ['李明', '李明', '李明', '李明', 'Bo']],
  ['＠李明 ｢@李明｣さん @李明2', ['李明', '李明', '李明']],
  ['ช่วย@สมชาย ใจดีดูหน่อย', ['สมชาย ใจดี']],
  ['@민수님 확인, 그리고@Bo에게', ['민수', 'Bo']],
  ['ל@דני ול@Bo, @דני: שלום', ['דני', 'Bo', 'דני']],
  ['و@علي، @علي؟', ['علي', 'علي']],
  // Parts of words, and other names.
  ['@Bob @Boé @Bo1 @Bo_x x@Bo 1@Bo x_@Bo é@Bo @@Bo @ Bo @Jean-luca', []],
  ['@דניאל @עלי', []],
  // Addresses.
  ['https://social.example/@Bo/112233 <https://a.example/@Bo> bo@example.org @Bo@example.org', []],
  ['social.example/@Bo ./node_modules/@Bo/core a/b/@Bo', []],
  ['[x](https://a.example/@Bo) ![@Bo](https://a.example/@Bo)', []],
  ['Ann/@Bo', ['Bo']],
  // Code.
  ['`@Bo` ``a ` @Bo`` `a\n@Bo`', []],
  ['    @Bo\n\n```\n@Bo\n```\n\n- a\n\n      @Bo\n\n~~~\n@Bo', []],
  ['a\n    @Bo\n\t@Bo', ['Bo', 'Bo']],
  // Quotations.
  ['> @Bo\n\n> > @Bo\n\n- > @Bo\n  > `a`\n  > @Bo\n\n> # @Bo\n>\n> - @Bo', []],
  // A reply, although Markdown adds it to the quotation before it.
  ['> @Bo\n@Bo Smith', ['Bo Smith']],
  ['\\@Bo \\_@Bo', ['Bo']],
])('the mentions in %j are found', (text, people) => {
  expect(marked(text, 'mention')).toEqual(people);
});

test('an exact match of a name comes first, and an ambiguous name mentions no one', () => {
  expect(marked('@Bo @bo @BO', 'mention', ['Bo', 'BO'])).toEqual(['Bo', 'BO']);
  const whoHas = ownersOf([
    ['Bo', 1],
    ['bo', 2],
    ['Ann Lee', 3],
    ['Ann Lee', 4],
    ['Ann', 5],
    ['Li', 6],
    ['li', 6],
  ]);
  expect(['Bo', 'bo', 'BO', 'Ann Lee', 'ann', 'LI', 'x'].map(whoHas)).toEqual([
    1,
    2,
    null,
    null,
    5,
    6,
    undefined,
  ]);
  const find = mentionFinder(
    (name) => whoHas(name)?.toString() ?? (whoHas(name) === null ? null : undefined),
  );
  expect(find('@Ann Lee, @ann.').map(({ index, person }) => [index, person])).toEqual([[10, '5']]);
});

test.each([
  ['见#1，第#2号 （#3）＃4 _#5_ **#6** #7', ['1', '2', '3', '4', '5', '6', '7']],
  ['> #1\n\n- #2\n\n# #3', ['1', '2', '3']],
  ['ดู#1ครับ ראה ל#2', ['1', '2']],
  ['https://a.example/#1 `#1` a#1 #1a #01 #0 &#39; ##1 \\#1 [#1](https://a.example) a_#1', []],
  ['    #1\n\n```\n#1\n```', []],
])('the bug numbers in %j are found', (text, numbers) => {
  expect(marked(text, 'bug')).toEqual(numbers);
});

test('the people marked in a text are those whose mentions are found in its prose', () => {
  const pieces = [
    ...names.map((name) => `@${name}`),
    ...'_*`[]()>#-|\\~\n '.split(''),
    '\n\n',
    '    ',
    '看',
    'x',
    '> ',
    '```',
    '](',
    'https://a.example/',
    '1. ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const find = mentionFinder(ownersOf(names.map((name) => [name, name])));
      expect(marked(text, 'mention')).toEqual(
        proseOf(text).flatMap((run) => find(run).map(({ person }) => person)),
      );
    }),
    { numRuns: 500 },
  );
});

test('the names in a text are found in little time, even in the worst texts', () => {
  const length = 100_000;
  const of = (part: string) => part.repeat(length / part.length);
  const runs = Array.from({ length: 440 }, (_, at) => '`'.repeat(at + 1)).join(' ');
  const texts = {
    ...worstTexts(length),
    marks: of('@a '),
    'words behind marks': of('@a b c d e f g '),
    'unspaced names': of('@李'),
    'one long name': `@${of('a')}`,
    'one long unspaced name': `@${of('李')}`,
    underscores: `@${of('_')}@Bo`,
    'underscores and marks': of('_@'),
    paths: `.${of('/a')}/@Bo`,
    'marks of letters': `@${of('\u0301')}`,
    spaces: `@a${of(' ')}b`,
    runs: `@Bo ${runs}`,
    quotations: of('> @Bo\n'),
    numbers: of('#1_'),
    nested: of('>'),
  };
  const people = Array.from(
    { length: 1_000 },
    (_, at) => 'a b c d e f g'.slice(0, 1 + (at % 13)) + '!'.repeat(at / 13),
  );
  for (const [name, text] of Object.entries(texts)) {
    const before = process.threadCpuUsage();
    parseMarkdown(text, new Map(people.map((one) => [one, one])));
    const { user, system } = process.threadCpuUsage(before);
    expect([name, (user + system) / 1_000 < 1_500]).toEqual([name, true]);
  }
});
