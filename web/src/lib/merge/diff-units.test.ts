import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffUnits, type Stretch } from './diff-units.ts';

/** Few words, so that units repeat; among them what every object has. */
const unit = fc.constantFrom('', 'a', 'b', 'c', '__proto__', 'constructor');
const units = fc.array(unit, { maxLength: 15 });

const side = (stretches: readonly Stretch[], of: 'removed' | 'added') =>
  stretches.flatMap((stretch) => ('same' in stretch ? stretch.same : stretch[of]));

test('both texts can be had back from it, and nothing in it is empty', () => {
  fc.assert(
    fc.property(units, units, (from, to) => {
      const stretches = diffUnits(from, to);
      expect([side(stretches, 'removed'), side(stretches, 'added')]).toEqual([from, to]);
      for (const stretch of stretches) expect(Object.values(stretch).flat()).not.toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('what is equal stays, between what is not', () => {
  expect(diffUnits(['a', 'b', 'c', 'd', 'e'], ['a', 'B', 'c', 'e', 'f'])).toEqual([
    { same: ['a'] },
    { removed: ['b'], added: ['B'] },
    { same: ['c'] },
    { removed: ['d'], added: [] },
    { same: ['e'] },
    { removed: [], added: ['f'] },
  ]);
});

test('texts of the greatest length are compared in a moment, however often their lines repeat', () => {
  const texts = [
    Array.from({ length: 10_000 }, () => ''),
    Array.from({ length: 10_000 }, (_, i) => (i % 2 ? 'a' : '')),
    Array.from({ length: 5_000 }, (_, i) => String(i)),
    Array.from({ length: 5_000 }, (_, i) => String(5_000 - i)),
  ];
  const began = performance.now();
  for (const from of texts)
    for (const to of texts) {
      const stretches = diffUnits(['begin', ...from], ['begin', ...to, 'end']);
      expect(side(stretches, 'added')).toEqual(['begin', ...to, 'end']);
    }
  expect(performance.now() - began).toBeLessThan(5_000);
});
