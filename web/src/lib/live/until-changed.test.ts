import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query-client.ts';
import { trustSince, untilChanged } from './until-changed.ts';

const start = 1_000_000;
let since: number | undefined;
trustSince(() => since);

beforeEach(() => {
  since = start;
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A loaded query that counts its calls, and the number of calls after it is shown again. */
async function loaded() {
  const client = createQueryClient();
  let calls = 0;
  const query = { queryKey: ['bugs'], queryFn: async () => (calls += 1), staleTime: untilChanged };
  await client.query(query);
  return {
    client,
    async callsWhenShown(initial?: { initialData: number; initialDataUpdatedAt: number }): Promise<number> {
      const options = client.defaultQueryOptions({ ...query, ...initial });
      new QueryObserver(client, options).subscribe(() => {})();
      await client.query(query);
      return calls;
    },
  };
}

test('a loaded query is not fetched again while the stream is open', async () => {
  const { callsWhenShown } = await loaded();
  vi.setSystemTime(start + 200_000);
  expect(await callsWhenShown()).toBe(1);
});

test('a query that a change made stale is fetched again', async () => {
  const { client, callsWhenShown } = await loaded();
  await client.invalidateQueries({ queryKey: ['bugs'] });
  expect(await callsWhenShown()).toBe(2);
});

test('a query that was loaded before a gap is fetched again', async () => {
  const { callsWhenShown } = await loaded();
  vi.setSystemTime(start + 200_000);
  since = Date.now();
  expect(await callsWhenShown()).toBe(2);
});

test('without the stream, a query is fetched again after a few seconds', async () => {
  const { callsWhenShown } = await loaded();
  since = undefined;
  vi.setSystemTime(start + 4_000);
  expect(await callsWhenShown()).toBe(1);
  vi.setSystemTime(start + 6_000);
  expect(await callsWhenShown()).toBe(2);
});

test('a query that shows the data of another list is fetched', async () => {
  const { client, callsWhenShown } = await loaded();
  client.clear();
  expect(await callsWhenShown({ initialData: 0, initialDataUpdatedAt: 0 })).toBe(2);
});
