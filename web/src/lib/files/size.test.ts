import { expect, test } from 'vitest';
import { formatSize } from './size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [1_024, '1 kB'],
  [12_345, '12.1 kB'],
  [1_023 * 1_024, '1,023 kB'],
  [1_024 ** 2 - 1, '1 MB'],
  [25 * 1_024 ** 2, '25 MB'],
  [31.5 * 1_024 ** 2, '31.5 MB'],
  [5 * 1_024 ** 3, '5 GB'],
  [5_000 * 1_024 ** 3, '5,000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
