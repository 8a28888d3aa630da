import { expect, test } from 'vitest';
import { blocksOf, withLinks } from './text-blocks.ts';

test.each<[text: string, blocks: [kind: string, text: string][]]>([
  ['One line', [['text', 'One line']]],
  ['Two\n\n  lines', [['text', 'Two\n\n  lines']]],
  [
    'Before\n```ts\nlet a;\n\n  b\n```\nafter',
    [
      ['text', 'Before'],
      ['code', 'let a;\n\n  b'],
      ['text', 'after'],
    ],
  ],
  ['~~~\n```\n~~~', [['code', '```']]],
  ['```\nnever closed', [['code', 'never closed']]],
  [
    'TypeError: x\n    at a (b.js:1)\n\n    at c\nThen it stops',
    [
      ['text', 'TypeError: x'],
      ['code', '    at a (b.js:1)\n\n    at c'],
      ['text', 'Then it stops'],
    ],
  ],
  ['1. One\n    - within\n    2. too', [['text', '1. One\n    - within\n    2. too']]],
  [
    '> said\n> so\n\nAnd I',
    [
      ['quote', 'said\nso'],
      ['text', 'And I'],
    ],
  ],
  ['```TypeError: x\n  at a\n```', [['code', 'TypeError: x\n  at a']]],
  ['~~~ see below ~~~\nhello', [['code', 'see below ~~~\nhello']]],
  ['```only', [['code', 'only']]],
  ['```', [['text', '```']]],
  ['>', [['text', '>']]],
  ['', []],
])('%j', (text, blocks) => {
  expect(blocksOf(text).map((block) => [block.kind, block.text])).toEqual(blocks);
});

test('addresses are links, without the punctuation behind them; other schemes are not', () => {
  const linked = (text: string) => withLinks(text).flatMap((part) => (part.isLink ? [part.text] : []));
  const text = 'See https://a.example/b?c=(d)#e, or (http://f.example).';
  expect(linked(text)).toEqual(['https://a.example/b?c=(d)#e', 'http://f.example']);
  expect(
    withLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(linked('javascript:alert(1) https:// data:text/html,x')).toEqual([]);
});
