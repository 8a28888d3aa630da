import { expect, test } from 'vitest';
import { formatDuration } from './TimesPage.tsx';

test.each([
  [0, '0.0 ms'],
  [0.26, '0.3 ms'],
  [12.34, '12.3 ms'],
  [999.94, '999.9 ms'],
  [999.96, '1.0 s'],
  [83_421, '83.4 s'],
  [4_321_000, '4,321.0 s'],
])('%d milliseconds are %s', (ms, shown) => {
  expect(formatDuration(ms)).toBe(shown);
});
