import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeText } from './merge-text.ts';

/** Few words, so that lines repeat; `__proto__` because the library counts lines in an object. */
const line = fc.constantFrom('', 'a', 'b', 'c', 'd', '  a', '__proto__', 'constructor', '<<<<<<<');
const lines = fc.array(line, { minLength: 1, maxLength: 12 });
const text = lines.map((all) => all.join('\n'));
/** Replaces some lines anywhere. */
const edit = fc.tuple(fc.nat(12), fc.nat(2), fc.array(line, { maxLength: 3 })).map(
  ([at, removed, added]) =>
    (base: string[]) =>
      base.toSpliced(at, removed, ...added).join('\n'),
);
/** All lines differ, so that the position of an edit is unambiguous. */
const distinct = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme-ascii' }), {
  minLength: 5,
  maxLength: 30,
});

describe('mergeText', () => {
  test('edits of different lines are both in the result', () => {
    expect(mergeText('one\ntwo\nthree\nfour', 'ONE\ntwo\nthree\nfour', 'one\ntwo\nthree\nFOUR')).toEqual({
      text: 'ONE\ntwo\nthree\nFOUR',
      clean: true,
    });
  });

  test('for edits of the same line, both versions are in the result, one’s own first', () => {
    expect(mergeText('one\ntwo\nthree', 'one\nmine\nthree', 'one\ntheirs\nthree')).toEqual({
      text: 'one\nmine\ntheirs\nthree',
      clean: false,
    });
  });

  test('a line removed by one and edited by the other overlaps', () => {
    expect(mergeText('one\ntwo\nthree', 'one\nthree', 'one\ntheirs\nthree').clean).toBe(false);
  });

  test('the same edit by both is made once', () => {
    expect(mergeText('one', 'one\ntwo', 'one\ntwo')).toEqual({ text: 'one\ntwo', clean: true });
  });

  test('the words of a title are merged likewise', () => {
    expect(
      mergeText('Login fails on phones', 'Login breaks on phones', 'Login fails on tablets', 'words'),
    ).toEqual({
      text: 'Login breaks on tablets',
      clean: true,
    });
    expect(mergeText('Login fails', 'Login breaks', 'Login hangs', 'words')).toEqual({
      text: 'Login breaks hangs',
      clean: false,
    });
  });

  test('line endings make no difference: fields of the browser rewrite them', () => {
    expect(mergeText('one\r\ntwo\r\nthree', 'ONE\ntwo\nthree', 'one\r\ntwo\r\nTHREE')).toEqual({
      text: 'ONE\ntwo\nTHREE',
      clean: true,
    });
  });

  test('a text of nothing but equal lines overlaps as a whole, instead of stopping the page', () => {
    const base = '\n'.repeat(19_000);
    const { text: both, clean } = mergeText(base, `mine${base}`, `${base}theirs`);
    expect(clean).toBe(false);
    expect(both).toContain('mine');
    expect(both).toContain('theirs');
  });

  test.each([
    ['no two lines are alike', (i: number) => `${i}`, (i: number) => `${25_000 - i}`],
    ['few lines are alike', (i: number) => `${i % 150}`, (i: number) => `${(i * 7) % 150}`],
  ])('texts of 100,000 characters overlap as a whole where %s', (_, one, other) => {
    const many = (at: (i: number) => string) => Array.from({ length: 25_000 }, (__, i) => at(i));
    const base = many(one);
    const mine = ['begin', ...many(other), 'mine', 'end'].join('\n');
    const theirs = ['begin', ...base.toReversed(), 'theirs', 'end'].join('\n');
    const { text: both, clean } = mergeText(['begin', ...base, 'end'].join('\n'), mine, theirs);
    expect(clean).toBe(false);
    expect(both).toContain('mine');
    expect(both).toContain('theirs');
    // The common prefix and suffix appear once.
    expect(both.match(/^(begin|end)$/gm)).toEqual(['begin', 'end']);
  });

  test('in a text of 100,000 characters edits far from each other merge', () => {
    const base = Array.from({ length: 4_000 }, (_, i) => `line ${i} of the long text`);
    expect(
      mergeText(base.join('\n'), base.with(10, 'mine').join('\n'), base.with(3_990, 'theirs').join('\n')),
    ).toEqual({ text: base.with(10, 'mine').with(3_990, 'theirs').join('\n'), clean: true });
  });

  test('property: with one side unchanged, the result is the other', () => {
    fc.assert(
      fc.property(text, text, (base, edited) => {
        expect(mergeText(base, edited, base)).toEqual({ text: edited, clean: true });
        expect(mergeText(base, base, edited)).toEqual({ text: edited, clean: true });
      }),
    );
  });

  test('property: swapping the edits does not change a clean merge', () => {
    const outcome = (merged: { text: string; clean: boolean }) => (merged.clean ? merged.text : 'overlap');
    fc.assert(
      fc.property(lines, edit, edit, (base, one, other) => {
        const [text1, text2, before] = [one(base), other(base), base.join('\n')];
        expect(outcome(mergeText(before, text1, text2))).toBe(outcome(mergeText(before, text2, text1)));
      }),
      { numRuns: 1000 },
    );
  });

  test('property: edits that do not touch merge cleanly, and both are in the result', () => {
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (all, one, other) => {
        const first = one % (all.length - 2);
        const second = first + 2 + (other % (all.length - first - 2));
        const base = all.join('\n');
        const mine = all.with(first, 'edited by me').join('\n');
        const theirs = all.with(second, 'edited by them').join('\n');
        expect(mergeText(base, mine, theirs)).toEqual({
          text: all.with(first, 'edited by me').with(second, 'edited by them').join('\n'),
          clean: true,
        });
      }),
    );
  });

  test('property: no written line is missing from the result', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const merged = new Set(mergeText(base, mine, theirs).text.split('\n'));
        const before = new Set(base.split('\n'));
        const written = [...mine.split('\n'), ...theirs.split('\n')].filter((added) => !before.has(added));
        expect(written.filter((added) => !merged.has(added))).toEqual([]);
      }),
    );
  });
});
