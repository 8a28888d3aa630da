import { describe, expect, test } from 'vitest';
import { stemOf, termsOf } from './words.ts';

const texts = (title: string, description = '') =>
  termsOf({ title, description }).map(({ text, inTitle }) => (inTitle ? `${text}*` : text));

describe('the terms of a draft', () => {
  test('are its words without common ones, words of the title first', () => {
    expect(texts('The menu does not close', 'When I press Escape, the menu stays.')).toEqual([
      'menu*',
      'clos*',
      'pres',
      'escap',
      'stay',
    ]);
    expect(texts('Das Menü schließt nicht')).toEqual(['menu*', 'schliesst*']);
  });

  test.each([
    ['deleting', 'deletion'],
    ['crashes', 'crashed'],
    ['snapped', 'snap'],
    ['libraries', 'library'],
    ['tabs', 'tab'],
    ['meldungen', 'meldung'],
  ])('%s finds %s', (one, other) => {
    expect(other).toContain(stemOf(one));
  });

  test.each([
    ['', []],
    ['   ', []],
    ['and the it of', []],
    ['🦗🦗🦗 !!! --', []],
    ['a b c 12', []],
    // Without spaces between words, parts of three characters.
    ['日本語テキスト', ['日本語*', '本語テ*', '語テキ*', 'テキス*', 'キスト*']],
    ['İSTANBUL', ['istanbul*']],
    // No trigram twice: long repeats are slow to look up.
    ['aaaaaaaa banana abcabcabc', ['aaa*', 'banan*', 'abcab*']],
    ['"DROP" %_\\', ['drop*']],
    ['\ud83e menu', ['menu*']],
  ])('of %j are %j', (title, terms) => {
    expect(texts(title)).toEqual(terms);
  });

  test('are few and short, however long the draft is', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `word${i}`).join(' ');
    expect(termsOf({ title: many, description: many })).toHaveLength(20);
    expect(termsOf({ title: 'x'.repeat(100_000), description: '' })).toEqual([
      { text: 'xxx', inTitle: true },
    ]);
    expect(termsOf({ title: '日'.repeat(100_000), description: '' })).toHaveLength(1);
  });

  test('are found quickly in a text of 100,000 characters', () => {
    const begun = performance.now();
    for (const text of [
      'a'.repeat(100_000),
      'a '.repeat(50_000),
      'e\u0301'.repeat(50_000),
      '🦗'.repeat(50_000),
    ])
      termsOf({ title: text, description: text });
    expect(performance.now() - begun).toBeLessThan(200);
  });
});
