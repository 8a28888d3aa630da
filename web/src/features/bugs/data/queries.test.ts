import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { showsBugs } from '#web/lib/bugs/cached-bug.ts';
import { coveringList, bugListQuery, openedBugQuery } from './queries.ts';
import { testBug as bug } from '#web/lib/bugs/test-bug.ts';

/** Whether a cached list makes a request for the wanted one's text unnecessary, and the text of the list if so. */
function cover(wanted: BugFilter, ...cached: (BugFilter & { next?: string })[]): string | undefined {
  const client = new QueryClient();
  for (const { next, ...filter } of cached)
    client.setQueryData(bugListQuery(filter).queryKey, {
      pages: [{ bugs: [bug(1)], total: '1', next, edge: bug(1), since: 0, isUnfiltered: false }],
      pageParams: [undefined],
    });
  const found = coveringList(client, wanted);
  return found ? (found.filter.q ?? '') : undefined;
}

test('a complete list covers those with further filters, other orders and longer texts', () => {
  expect(cover({ q: 'moth' }, {})).toBe('');
  expect(cover({ q: 'a moth', status: 'open', sort: 'title' }, { q: 'MOTH' })).toBe('MOTH');
  expect(cover({ status: 'open' }, { status: 'open', sort: '-title' })).toBe('');
  expect(cover({ q: 'mo' }, { q: 'moth' })).toBeUndefined();
  expect(cover({ q: 'moth' }, { status: 'open' })).toBeUndefined();
  expect(cover({ status: 'resolved' }, { status: 'open' })).toBeUndefined();
});

test('a complete list of a query covers that query with further filters, and no other query', () => {
  expect(cover({ query: 'a OR b', status: 'open' }, { query: 'a OR b' })).toBe('');
  expect(cover({ query: 'a OR b', status: 'open' }, { query: 'a OR b', q: 'x' })).toBeUndefined();
  expect(cover({ query: 'status:open' }, {})).toBeUndefined();
  expect(cover({ query: 'status:open' }, { query: 'status:open OR a' })).toBeUndefined();
  expect(cover({}, { query: 'a OR b' })).toBeUndefined();
});

test('neither a partly loaded list nor an older complete one covers another list', () => {
  expect(cover({ q: 'moth' }, { next: 'c' })).toBeUndefined();
  expect(cover({ q: 'moth', status: 'open' }, {}, { status: 'open', next: 'c' })).toBeUndefined();
});

test('a bug opens with the newest state that any screen has shown of it', async () => {
  const client = new QueryClient();
  const [other, old, newer] = [bug(1), bug(2), bug(2, { title: 'Newer', version: 2 })];
  const pages = [
    { bugs: [other, old], total: '2', next: undefined, edge: old, since: 0, isUnfiltered: false },
  ];
  client.setQueryData(bugListQuery({}).queryKey, { pages, pageParams: [undefined] });
  function shown({ _id }: Bug) {
    const { initialData } = openedBugQuery(client, _id);
    return typeof initialData === 'function' ? initialData() : initialData;
  }
  expect(shown(old)).toEqual(old);
  await client.query({
    queryKey: ['dashboard'],
    queryFn: async () => ({ mine: [newer] }),
    meta: showsBugs(({ mine }: { mine: Bug[] }) => mine),
  });
  expect(shown(old)).toEqual(newer);
  expect(shown(bug(3))).toBeUndefined();
});
