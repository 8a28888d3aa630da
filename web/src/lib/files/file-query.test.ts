import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#web/lib/api/call.ts';
import { fileQuery, isFresh } from './file-query.ts';

vi.mock(import('#web/lib/api/call.ts'), () => ({ call: vi.fn<() => never>() as never }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['is right', '2026-01-01T00:00:00Z'],
  ['is an hour slow', '2025-12-31T23:00:00Z'],
  ['is an hour fast', '2026-01-01T01:00:00Z'],
])('an address is used for four minutes from its answer, where the clock %s', async (_, now) => {
  vi.setSystemTime(now);
  const expires = Date.parse('2026-01-01T00:10:00Z');
  vi.mocked(call)
    .mockReset()
    .mockResolvedValue([{ _id: 'a', url: `/api/files/a/content?expires=${expires}` }]);
  const client = new QueryClient();
  const asked = client.query(fileQuery('a'));
  await vi.advanceTimersByTimeAsync(10);
  await asked;
  await vi.advanceTimersByTimeAsync(239_000);
  expect(isFresh(client, 'a')).toBe(true);
  await client.query(fileQuery('a'));
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isFresh(client, 'a')).toBe(false);
  expect(isFresh(client, 'unknown')).toBe(false);
  client.query(fileQuery('a')).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  expect(call).toHaveBeenCalledTimes(2);
});
