import { expect, test } from 'vitest';
import { charactersLeft } from './allowance.ts';

test.each([
  ['a'.repeat(97_999), undefined],
  ['a'.repeat(98_000), 2_000],
  ['a'.repeat(100_000), 0],
  ['a'.repeat(100_312), -312],
  ['🦗'.repeat(99_999), 1],
  ['e\u0301'.repeat(100_001), -1],
  // NFC turns a unit into three code points.
  ['\ufb2c'.repeat(33_333), 1],
  ['', undefined],
])('what is left of 100,000 characters is shown near the end (%#)', (text, left) => {
  expect(charactersLeft(text, 100_000)).toBe(left);
});
