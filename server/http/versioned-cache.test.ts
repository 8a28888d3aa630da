import { expect, test } from 'vitest';
import { VersionedCache } from './response-cache.ts';

test('a value of an earlier version is not returned, and does not replace a newer one', () => {
  const cache = new VersionedCache<string>(100, ({ length }) => length);
  cache.set('a', 'first', 1);
  expect([cache.get('a', 1), cache.get('b', 1)]).toEqual(['first', undefined]);
  expect(cache.get('a', 2)).toBeUndefined();
  // A slow read that began before the change.
  cache.set('a', 'first', 1);
  expect([cache.get('a', 1), cache.get('a', 2)]).toEqual([undefined, undefined]);
  cache.set('a', 'second', 2);
  expect([cache.get('a', 1), cache.get('a', 2), cache.get('a', 3)]).toEqual([undefined, 'second', undefined]);
});

test('the cache stays below its limit, and stores nothing if the version is unknown', () => {
  const cache = new VersionedCache<string>(800, ({ length }) => length);
  const keys = Array.from({ length: 100 }, (_, i) => `key ${i}`);
  for (const key of keys) cache.set(key, 'x'.repeat(44), 1);
  const held = keys.filter((key) => cache.get(key, 1) !== undefined);
  expect(held).toContain('key 99');
  expect(held.length * 50).toBeLessThanOrEqual(800);
  cache.set('long', 'x'.repeat(500), 1);
  expect(cache.get('long', 1)).toBeUndefined();
  cache.set('a', 'b', undefined);
  expect([cache.get('a', undefined), cache.get('a', 1)]).toEqual([undefined, undefined]);
});
