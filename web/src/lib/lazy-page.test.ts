import { expect, test } from 'vitest';
import { loadOnce } from './lazy-page.ts';

test('code is loaded once, and again only after a failure', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('no network');
    return loads;
  });
  await expect(load()).rejects.toThrow('no network');
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});
