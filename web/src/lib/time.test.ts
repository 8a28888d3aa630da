import { expect, test } from 'vitest';
import { timeAgo } from './time.tsx';

const minute = 60_000;

test.each([
  [-minute, 'a moment ago'],
  [0, 'a moment ago'],
  [minute - 1, 'a moment ago'],
  [minute, '1 minute ago'],
  [5.9 * minute, '5 minutes ago'],
  [60 * minute, '1 hour ago'],
  [47 * 60 * minute, '1 day ago'],
  [29 * 24 * 60 * minute, '29 days ago'],
  [182 * 24 * 60 * minute, '5 months ago'],
  [800 * 24 * 60 * minute, '2 years ago'],
])('%i milliseconds are %s', (age, text) => {
  expect(timeAgo(1_000_000_000_000 - age, 1_000_000_000_000)).toBe(text);
});
