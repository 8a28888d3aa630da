import { expect, test } from 'vitest';
import { formatSize } from './size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [12_345, '12.3 kB'],
  [999_400, '999 kB'],
  [999_600, '1 MB'],
  [25_000_000, '25 MB'],
  [5_000_000_000, '5 GB'],
  [5_000_000_000_000, '5,000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
