import { expect, test } from 'vitest';
import { BugCache } from './bug-cache.ts';

test('a cached bug occupies only the memory of its own bytes, not of the pool they came from', () => {
  const cache = new BugCache();
  const json = Buffer.from('{"title":"Crash"}');
  expect(json.buffer.byteLength).toBeGreaterThan(json.length);
  const revision = { number: 1, revision: '1.0.0' };
  cache.set({ ...revision, id: 'a', version: 1, json });
  const cached = cache.get(revision)?.json;
  expect(cached?.toString()).toBe('{"title":"Crash"}');
  expect(cached?.buffer.byteLength).toBe(json.length);
});
