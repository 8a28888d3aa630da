import { expect, test } from 'vitest';
import { inWords, retryAfter } from './headers.ts';

const now = Date.UTC(2026, 10, 22, 12);

test.each([
  ['710', 710],
  ['0', 0],
  ['Sun, 22 Nov 2026 12:10:00 GMT', 600],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('Retry-After: %s is %s seconds', (value, seconds) => {
  expect(retryAfter(new Headers({ 'retry-after': value }), now)).toBe(seconds);
});

test('without the header there is no time', () => {
  expect(retryAfter(new Headers(), now)).toBeUndefined();
});

test.each([
  [0, 'in 1 second'],
  [60, 'in 60 seconds'],
  [61, 'in 2 minutes'],
  [710, 'in 12 minutes'],
  [3_601, 'in 2 hours'],
])('%i seconds are said as "%s"', (seconds, text) => {
  expect(inWords(seconds)).toBe(text);
});
