import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { getRelations } from '#contract/bugs/relations.ts';
import { getVotes } from '#contract/bugs/votes.ts';
import { getWatchers } from '#contract/conversation/watching.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from '#web/lib/api/call.ts';
import { bugPagePart, bugPartQuery, prefetchBugPage, setBugPageParts } from './bug-page.ts';

let additions: boolean | undefined = true;
let asking: Promise<unknown> | undefined;
vi.mock(import('#web/lib/api/back-end.ts'), () => ({
  additionsOffered: () => additions,
  additionsBeingAsked: () => (additions === undefined ? asking : undefined),
}));
vi.mock(import('#web/lib/api/call.ts'), () => ({ call: vi.fn<() => never>() as never }));

const id = 'a bug';
const parts = [getVotes, getWatchers, getRelations].map(
  (endpoint: Endpoint) => (bugId: string) => bugPartQuery(endpoint, bugId),
);
const votes = { total: 0, mine: null, votes: [] };
const watchers = { watchers: [], count: 3, isWatching: false };
const relations = { relations: [], final: null };
const single = { votes, watchers, relations } as Record<string, unknown>;

/** The last part of the address of each call, in order. */
let calls: string[] = [];
/** Answers the page's call. */
let page: PromiseWithResolvers<unknown>;
let client: QueryClient;

beforeEach(() => {
  additions = true;
  asking = undefined;
  calls = [];
  page = Promise.withResolvers<unknown>();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  setBugPageParts(client, parts.map(bugPagePart));
  vi.mocked(call).mockImplementation((endpoint: Endpoint) => {
    const name = endpoint.path.split('/').at(-1) ?? '';
    calls.push(name);
    return name === 'page' ? page.promise : Promise.resolve(single[name]);
  });
});

/** Shows the parts as components do, until the function that it returns is called. */
function show(): () => void {
  const stops = parts.map((query) => new QueryObserver(client, { ...query(id) }).subscribe(() => {}));
  return () => stops.forEach((stop) => stop());
}
const shown = () => parts.map((query) => client.getQueryData(query(id).queryKey));
const isDone = () => vi.waitFor(() => expect(client.isFetching()).toBe(0));

test('one call fills the parts, also those that are shown while it is under way', async () => {
  prefetchBugPage(client, id);
  show();
  prefetchBugPage(client, id);
  page.resolve(single);
  await isDone();
  expect(shown()).toEqual([votes, watchers, relations]);
  expect(calls).toEqual(['page']);
  show();
  prefetchBugPage(client, id);
  await isDone();
  expect(calls).toEqual(['page']);
});

test('a part that the response lacks is fetched alone, and so are changed parts later', async () => {
  prefetchBugPage(client, id);
  show();
  page.resolve({ votes, watchers, relations: { relations: 'malformed' } });
  await isDone();
  expect(shown()).toEqual([votes, watchers, relations]);
  expect(calls).toEqual(['page', 'relations']);
  await client.invalidateQueries({ queryKey: bugPartQuery(getVotes, id).queryKey });
  expect(calls).toEqual(['page', 'relations', 'votes']);
  prefetchBugPage(client, id);
  expect(calls).toHaveLength(3);
});

test('if the call fails, only the parts that are shown are fetched, by single calls', async () => {
  prefetchBugPage(client, id);
  page.reject(new Error('500'));
  await isDone();
  expect(calls).toEqual(['page']);
  show();
  await isDone();
  expect(calls).toEqual(['page', 'votes', 'watchers', 'relations']);
});

test('if the call fails while the parts are shown, they make their own calls', async () => {
  prefetchBugPage(client, id);
  show();
  page.reject(new Error('404'));
  await isDone();
  expect(shown()).toEqual([votes, watchers, relations]);
  expect(calls).toEqual(['page', 'votes', 'watchers', 'relations']);
});

test('the call is not made without additions, and waits until these are known', async () => {
  additions = false;
  prefetchBugPage(client, id);
  additions = undefined;
  asking = Promise.resolve().then(() => (additions = false));
  prefetchBugPage(client, id);
  await isDone();
  additions = undefined;
  asking = undefined;
  prefetchBugPage(client, id);
  await isDone();
  expect(calls).toEqual([]);
  asking = Promise.resolve().then(() => (additions = true));
  prefetchBugPage(client, id);
  page.resolve(single);
  await isDone();
  expect([calls, shown()]).toEqual([['page'], [votes, watchers, relations]]);
});

test('a signed-out user’s call fills nothing', async () => {
  prefetchBugPage(client, id);
  client.clear();
  page.resolve(single);
  const stop = show();
  await isDone();
  expect(calls).toEqual(['page', 'votes', 'watchers', 'relations']);
  stop();
});
