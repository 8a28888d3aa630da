import { expect, test } from 'vitest';
import { preferredPageSize } from './pages.ts';

test.each([
  ['maxpagesize=100', 100],
  ['MaxPageSize = "100"', 100],
  ['maxpagesize=100; of=bugs', 100],
  ['respond-async, wait=10,, maxpagesize=5', 5],
  ['return=minimal; foo="a, maxpagesize=7", maxpagesize=5', 5],
  ['foo="a \\", maxpagesize=7", maxpagesize=5', 5],
  ['maxpagesize=5, maxpagesize=7', 5],
  ['maxpagesize=500', 500],
  ['', undefined],
  ['respond-async', undefined],
  ['maxpagesize', undefined],
  ['maxpagesize=', undefined],
  ['maxpagesize=0', undefined],
  ['maxpagesize=501', undefined],
  ['maxpagesize=1e2', undefined],
  ['maxpagesize=-1', undefined],
  ['maxpagesize=5 0', undefined],
  ['maxpagesize==5', undefined],
  ['foo="a, maxpagesize=5', undefined],
  [`foo="${'\\"'.repeat(400_000)}`, undefined],
  [`${', '.repeat(400_000)}"`, undefined],
  [`a;${'"'.repeat(800_001)}`, undefined],
])('Prefer: %.60s asks for a page of %s', (header, size) => {
  const start = process.cpuUsage();
  expect(preferredPageSize(header, 500)).toBe(size);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});
