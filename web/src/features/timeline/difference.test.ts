import { expect, test } from 'vitest';
import { differenceOf, type Row } from './difference.ts';

const signs = { same: ' ', removed: '-', added: '+' };

/** The text of a row, with marked pieces in brackets. */
function read(row: Row): string {
  if (row.kind === 'unchanged') return `… ${row.count}`;
  return signs[row.kind] + row.pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');
}
const between = (from: string, to: string) => differenceOf(from, to).map(read);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`);

test('differing words within a changed line are marked', () => {
  expect(between('It fails on Tuesdays', 'It fails on Wednesdays, always')).toEqual([
    '-It fails on [Tuesdays]',
    '+It fails on [Wednesdays, always]',
  ]);
  expect(between('a 👩‍👩‍👧 and 東京都', 'a 👩‍👩‍👦 and 東京都')).toEqual(['-a [👩‍👩‍👧] and 東京都', '+a [👩‍👩‍👦] and 東京都']);
});

test('nothing is marked in a line that another one has replaced', () => {
  expect(between('One thing', 'Something else altogether')).toEqual([
    '-One thing',
    '+Something else altogether',
  ]);
});

test('a long unchanged stretch shows only its number of lines', () => {
  const lines = numbers(30);
  expect(between(lines.join('\n'), lines.with(9, 'LINE 10').join('\n'))).toEqual([
    '… 7',
    ' line 8',
    ' line 9',
    '-line 10',
    '+LINE 10',
    ' line 11',
    ' line 12',
    '… 18',
  ]);
  // Omitting a single line would save no space.
  expect(between(numbers(4).join('\n'), `${numbers(3).join('\n')}\nother`)).toEqual([
    ' line 1',
    ' line 2',
    ' line 3',
    '-line 4',
    '+other',
  ]);
});

test('added or removed lines have no counterpart', () => {
  expect(between('a\nb', 'a\nnew\n\nb')).toEqual([' a', '+new', '+', ' b']);
  expect(between('a\n\nb', 'a')).toEqual([' a', '-', '-b']);
});

test('lines that differ only in their endings are the same', () => {
  expect(between('a\r\nb\rc', 'a\nb\nc')).toEqual([]);
});

test('texts too long to compare by words are shown as removed and added lines', () => {
  const words = (count: number, word: string) => Array.from({ length: count }, () => word).join(' ');
  const rows = differenceOf(words(20_000, 'a'), `${words(19_999, 'a')} b`);
  expect(rows.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  // Many lines, each of which could be compared on its own.
  const lines = (word: string) => Array.from({ length: 300 }, () => `${words(160, 'a')} ${word}`).join('\n');
  const marked = differenceOf(lines('b'), lines('c')).filter(
    (row) => row.kind !== 'unchanged' && row.pieces.some(({ isMarked }) => isMarked),
  );
  expect(marked.length).toBeGreaterThan(0);
  expect(marked.length).toBeLessThan(100);
});
