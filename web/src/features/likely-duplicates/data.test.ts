import { describe, expect, test } from 'vitest';
import { partsOf, typedWords } from './data.ts';

const marked = (title: string, ...matched: string[]) =>
  partsOf(title, matched)
    .parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

describe('the words that matched', () => {
  test.each([
    ['Deleting a script', ['delet'], '[Deleting] a script'],
    ['Undeletable', ['delet'], 'Undeletable'],
    ['<b>ÜBER</b> all', ['uber'], '<b>[ÜBER]</b> all'],
    ['U\u0308ber', ['uber'], '[U\u0308ber]'],
    ['İstanbul menu', ['menu'], 'İstanbul [menu]'],
    ['', ['menu'], ''],
  ])('in %j are marked as whole words', (title, matched, expected) => {
    expect(marked(title, ...matched)).toBe(expected);
  });

  test('that the title lacks are named as they were typed', () => {
    const { rest } = partsOf('Deleting a script', ['delet', 'camer', 'til']);
    expect(rest).toEqual(['camer', 'til']);
    expect(typedWords('The Camera and the tiles', rest)).toEqual(['Camera', 'tiles']);
    expect(typedWords('nothing', rest)).toEqual([]);
  });
});
