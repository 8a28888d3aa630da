import { expect, test } from 'vitest';
import { backoff } from './waiting.ts';

test('the wait doubles from half a second up to ten seconds', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 60, 2_000].map((failures) => backoff(failures, () => 0));
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000]);
});

test('a random part spreads clients that failed together, and never shortens the wait', () => {
  expect(backoff(1, () => 0.999)).toBeCloseTo(750, -1);
  expect(backoff(6, () => 0.999)).toBe(10_000);
  for (let i = 0; i < 100; i += 1) {
    const wait = backoff(3);
    expect(wait).toBeGreaterThanOrEqual(2_000);
    expect(wait).toBeLessThan(3_000);
  }
});
