import { afterEach, expect, test, vi } from 'vitest';
import { untilNextWeek } from './data.ts';

afterEach(() => vi.useRealTimers());

const weeks = [
  { monday: '2026-11-16', opened: 1, resolved: 0 },
  { monday: '2026-11-23', opened: 2, resolved: 1 },
];
const minute = 60_000;

test.each([
  ['2026-11-28T12:00:00Z', (36 * 60 + 1) * minute],
  ['2026-11-29T23:59:00Z', 2 * minute],
  // The server's week has not begun yet.
  ['2026-11-30T00:10:00Z', 2 * minute],
])('at %s, the dashboard is fetched again after the next week has begun', (now, expected) => {
  vi.useFakeTimers({ now: new Date(now) });
  expect(untilNextWeek({ weeks })).toBe(expected);
});

test('nothing is fetched again before the first response', () => {
  expect(untilNextWeek(undefined)).toBe(false);
});
