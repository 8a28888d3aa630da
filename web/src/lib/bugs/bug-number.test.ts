import { expect, test } from 'vitest';
import { numberIn } from './bug-number.ts';

test.each([
  ['12', 12],
  ['#12', 12],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['0', undefined],
  ['012', undefined],
  ['#', undefined],
  ['12a', undefined],
  ['', undefined],
])('%j is the number %j', (text, number) => {
  expect(numberIn(text)).toBe(number);
});
