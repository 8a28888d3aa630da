import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { withoutFailed } from './routes.ts';

test('a component shows the failure of a loader, and repeats the call only later', async () => {
  vi.useFakeTimers({ now: 0 });
  const client = createQueryClient();
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('refused')));
  const query = { queryKey: ['anything'], queryFn };
  await expect(client.query(query)).rejects.toThrow('refused');
  const show = () => new QueryObserver(client, client.defaultQueryOptions(query));
  vi.setSystemTime(4_000);
  const first = show();
  first.subscribe(() => {})();
  expect([first.getCurrentResult().status, queryFn.mock.calls.length]).toEqual(['error', 1]);
  vi.setSystemTime(6_000);
  show().subscribe(() => {});
  expect(queryFn).toHaveBeenCalledTimes(2);
  client.clear();
  vi.useRealTimers();
});

test('a loader does not repeat a failed call that the component already shows', async () => {
  vi.useFakeTimers({ now: 0 });
  const client = createQueryClient();
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('refused')));
  const query = { queryKey: ['anything'], queryFn };
  const load = () => expect(withoutFailed(client).query(query)).rejects.toThrow('refused');
  await load();
  const leave = new QueryObserver(client, client.defaultQueryOptions(query)).subscribe(() => {});
  await load();
  expect(queryFn).toHaveBeenCalledTimes(1);
  vi.setSystemTime(6_000);
  await load();
  expect(queryFn).toHaveBeenCalledTimes(2);
  leave();
  // Returning to the page refetches, no matter how soon.
  await load();
  expect(queryFn).toHaveBeenCalledTimes(3);
  client.clear();
  vi.useRealTimers();
});
