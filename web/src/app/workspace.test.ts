import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSetup, type Setup } from '#contract/accounts/setup.ts';
import { countInbox } from '#contract/conversation/inbox.ts';
import { sinceHeader } from '#contract/live.ts';
import { endpointQuery, inWorkspace } from '#web/lib/api/query.ts';
import { call } from '#web/lib/api/call.ts';
import { forgetSince } from '#web/lib/api/headers.ts';
import { saveToken } from '#web/lib/api/token.ts';
import { forgetWorkspace } from '#web/lib/api/workspace.ts';
import type { SessionState, User } from '#web/lib/session/session.ts';
import { fillFromWorkspace } from './workspace.ts';

vi.mock(import('#web/lib/api/back-end.ts'), async (original) => ({
  ...(await original()),
  additionsOffered: () => true,
}));

const setupQuery = endpointQuery(getSetup, {});
const unreadQuery = {
  queryKey: ['unread'],
  queryFn: async () => (await call(countInbox)).unread,
};
const queries = [
  inWorkspace(getSetup, setupQuery),
  inWorkspace(countInbox, unreadQuery, ({ unread }) => unread),
];
const missing: Setup = { missing: ['admin'] };
const whole = { setup: missing, inboxCount: { unread: 3 } };

/** The server's answer to each call, by its path. */
let answers: Record<string, () => Response>;
let calls: { path: string; tag: string | null }[];
const pathsAsked = () => calls.map(({ path }) => path);
const workspace =
  (parts: object, tag = '"1"') =>
  () =>
    Response.json(parts, { headers: { etag: tag, [sinceHeader]: '7' } });

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  calls = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    calls.push({ path, tag: headers.get('if-none-match') });
    const answer = answers[path];
    return answer ? answer() : Response.json({ message: 'Not found' }, { status: 404 });
  });
  saveToken('token');
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetSince();
});

/** A visit of a user, to a page that shows the setup. */
function visit(_id = 'ada') {
  const state: SessionState = { status: 'signed-in', user: { _id } as User };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, retry: false } } });
  fillFromWorkspace({ get: () => state, subscribe: () => () => undefined }, client, queries);
  const observer = new QueryObserver(client, setupQuery);
  observer.subscribe(() => undefined);
  const known = () => [client.getQueryData(setupQuery.queryKey), client.getQueryData(unreadQuery.queryKey)];
  const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0));
  return { client, observer, known, settled };
}

test('one call fills the queries, which make no calls while it is under way', async () => {
  answers = { '/api/workspace': workspace(whole) };
  const { known, settled } = visit();
  expect(known()).toEqual([undefined, undefined]);
  await settled();
  expect(known()).toEqual([missing, 3]);
  expect(calls).toEqual([{ path: '/api/workspace', tag: null }]);
});

test('the next visit shows what was stored at once, and asks only whether it has changed', async () => {
  answers = { '/api/workspace': workspace(whole) };
  await visit().settled();
  answers = { '/api/workspace': () => new Response(null, { status: 304 }) };
  const { client, known, settled } = visit();
  expect(known()).toEqual([missing, 3]);
  await settled();
  expect(known()).toEqual([missing, 3]);
  expect(client.getQueryState(unreadQuery.queryKey)?.dataUpdatedAt).toBeGreaterThan(0);
  expect(calls.slice(1)).toEqual([{ path: '/api/workspace', tag: '"1"' }]);
  answers = { '/api/workspace': workspace({ ...whole, inboxCount: { unread: 4 } }, '"2"') };
  const third = visit();
  await third.settled();
  expect(third.known()).toEqual([missing, 4]);
  visit();
  expect(calls.at(-1)?.tag).toBe('"2"');
});

test('what was stored is shown to no other user, and removed at sign-out', async () => {
  answers = { '/api/workspace': workspace(whole) };
  await visit('ada').settled();
  const other = visit('bob');
  expect(other.known()).toEqual([undefined, undefined]);
  await other.settled();
  expect(visit('ada').known()).toEqual([undefined, undefined]);
  forgetWorkspace();
  const last = visit('bob');
  expect(last.known()).toEqual([undefined, undefined]);
  localStorage.removeItem('token');
  forgetWorkspace();
  await last.settled();
  expect(localStorage.getItem('workspace')).toBeNull();
});

test('the stored workspace of one user is removed when another one signs in', async () => {
  answers = { '/api/workspace': workspace(whole) };
  await visit('ada').settled();
  expect(localStorage.getItem('workspace')).not.toBeNull();
  answers = {};
  await visit('bob').settled();
  expect(localStorage.getItem('workspace')).toBeNull();
});

test.each([
  ['401', () => Response.json({ message: 'Not signed in' }, { status: 401 })],
  ['404', () => new Response('Not found', { status: 404 })],
  ['500', () => new Response('', { status: 500 })],
  ['something else', () => new Response('<html>')],
])('with %s, each query that is shown makes its own call, and no other does', async (_, answer) => {
  answers = { '/api/setup': () => Response.json(missing), '/api/workspace': answer };
  const { known, observer, settled } = visit();
  await settled();
  expect(known()).toEqual([missing, undefined]);
  expect(observer.getCurrentResult().error).toBeNull();
  expect(pathsAsked()).toEqual(['/api/workspace', '/api/setup']);
});

test('a part that is missing, or that this page does not understand, is fetched on its own', async () => {
  answers = {
    '/api/workspace': workspace({ setup: { other: 1 } }),
    '/api/setup': () => Response.json(missing),
  };
  const { known, settled } = visit();
  await settled();
  expect(known()[0]).toEqual(missing);
  expect(pathsAsked()).toContain('/api/setup');
  visit();
  expect(calls.at(-1)).toEqual({ path: '/api/workspace', tag: null });
});

test('later, each query makes its own call', async () => {
  answers = {
    '/api/workspace': workspace(whole),
    '/api/setup': () => Response.json({ missing: [] }),
    '/api/inbox/count': () => Response.json({ unread: 9 }),
  };
  const { client, known, settled } = visit();
  await settled();
  await client.refetchQueries();
  expect(known()).toEqual([{ missing: [] }, 9]);
  expect(pathsAsked().toSorted()).toEqual(['/api/inbox/count', '/api/setup', '/api/workspace']);
});
