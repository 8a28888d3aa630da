import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composed, hasLongMarkRun, longestDecomposed, maybeWithin } from './normalise.ts';

/** Marks of one and two code units, characters that may separate them, and unpaired surrogates. */
const character = fc.constantFrom(
  'a',
  '\u0301',
  '\u0316',
  '\u{1d165}',
  '\u{1e8d0}',
  '\u0e31',
  '😀',
  '\ud800',
  '\udc00',
);
const run = fc.oneof(
  fc.tuple(character, fc.integer({ min: 0, max: 4 })),
  fc.tuple(character, fc.integer({ min: 28, max: 33 })),
);
const text = fc
  .array(run, { maxLength: 8 })
  .map((runs) => runs.map(([one, count]) => one.repeat(count)).join(''));

test('property: a run of more than 30 marks is found anywhere in a text, and a shorter one never is', () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(hasLongMarkRun(any)).toBe(/\p{M}{31}/u.test(any));
    }),
    { numRuns: 5_000 },
  );
});

test('property: composing gives NFC, except that runs of marks that are too long stay as they are', () => {
  fc.assert(
    fc.property(text, (any) => {
      fc.pre(!hasLongMarkRun(any));
      expect(composed(any)).toBe(any.normalize('NFC'));
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(text, (any) => {
      expect(composed(any).normalize('NFC')).toBe(any.normalize('NFC'));
    }),
    { numRuns: 1_000 },
  );
  const long = '\u0301'.repeat(31);
  expect(composed(`e\u0301 e${long} e\u0301`)).toBe(`é e${long} é`);
});

test('a decomposed text that is within the limit once composed is not refused for its size', () => {
  let [units, codePoints] = [0, 0];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const decomposed = String.fromCodePoint(code).normalize('NFD');
    if ([...decomposed.normalize('NFC')].length > 1) continue;
    units = Math.max(units, decomposed.length);
    codePoints = Math.max(codePoints, [...decomposed].length);
  }
  expect({ units, codePoints }).toEqual(longestDecomposed);
  expect(maybeWithin('\u{16126}'.normalize('NFD').repeat(100), 100)).toBe(true);
  expect(maybeWithin('\u1f82'.normalize('NFD').repeat(100), 100)).toBe(true);
  expect(maybeWithin('\u1f82'.normalize('NFD').repeat(101), 100)).toBe(false);
});
