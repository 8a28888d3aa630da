import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffUnits, type Stretch } from './diff-units.ts';

function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

/** Few words, so that units repeat; includes the names of properties that every object has. */
const unit = fc.constantFrom('', 'a', 'b', 'c', '__proto__', 'constructor');
const units = fc.array(unit, { maxLength: 15 });

const side = (stretches: readonly Stretch[], of: 'removed' | 'added') =>
  stretches.flatMap((stretch) => ('same' in stretch ? stretch.same : stretch[of]));

test('both texts can be restored from the difference, which has no empty parts', () => {
  fc.assert(
    fc.property(units, units, (from, to) => {
      const stretches = diffUnits(from, to);
      expect([side(stretches, 'removed'), side(stretches, 'added')]).toEqual([from, to]);
      for (const stretch of stretches) expect(Object.values(stretch).flat()).not.toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('equal parts stay between those that differ', () => {
  expect(diffUnits(['a', 'b', 'c', 'd', 'e'], ['a', 'B', 'c', 'e', 'f'])).toEqual([
    { same: ['a'] },
    { removed: ['b'], added: ['B'] },
    { same: ['c'] },
    { removed: ['d'], added: [] },
    { same: ['e'] },
    { removed: [], added: ['f'] },
  ]);
});

test('texts of 100,000 characters are compared quickly, however often lines repeat', () => {
  const texts = [
    Array.from({ length: 100_000 }, () => ''),
    Array.from({ length: 60_000 }, (_, i) => (i % 2 ? 'a' : '')),
    Array.from({ length: 20_000 }, (_, i) => String(i)),
    Array.from({ length: 20_000 }, (_, i) => String(20_000 - i)),
    // The largest size that is still compared.
    Array.from({ length: 170 }, () => 'a'),
    Array.from({ length: 2_200 }, (_, i) => String(2_200 - i)),
  ];
  const linear = costOf(() => texts.flat().join('\n').split('\n'));
  const began = process.cpuUsage();
  for (const from of texts)
    for (const to of texts) {
      const stretches = diffUnits(['begin', ...from], ['begin', ...to, 'end']);
      expect(side(stretches, 'added')).toEqual(['begin', ...to, 'end']);
    }
  const { user } = process.cpuUsage(began);
  // Thirty-six comparisons, each of which scans both texts several times. Without a bound it takes minutes.
  expect(user / 1000).toBeLessThan(36 * 20 * Math.max(5, linear));
});
