import { expect, test } from 'vitest';
import { type Sample, quarters, verdict } from './quarters.ts';

function samples(each: (i: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: 40 }, (_, i) => ({
    memory: 150,
    wal: 4,
    calls: 10,
    failures: 0,
    times: [1, 2, 30],
    ...each(i),
  }));
}

test('a server whose figures are steady passes, even if it warms up first', () => {
  const parts = quarters(samples((i) => ({ memory: i < 10 ? 90 : 150 })));
  expect(verdict(parts)).toEqual([]);
  expect(parts[3]).toEqual({ memory: 150, wal: 4, calls: 100, failures: 0, median: 2, slowest: 30 });
});

test.each([
  ['memory grew from 165 MB to 185 MB', (i: number) => ({ memory: 150 + i })],
  ['the log grew to 80 MB', (i: number) => ({ wal: i * 2 + 2 })],
  ['1 calls failed', (i: number) => ({ failures: i === 7 ? 1 : 0 })],
  ['nothing was called', () => ({ calls: 0 })],
])('a server fails if %s', (line, each) => {
  expect(verdict(quarters(samples(each)))).toEqual([line]);
});
