import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugDeleted, bugPlaced, bugUpdated } from './mutations.ts';
import { type BugPages, bugsOf, withBug, withoutBug } from './bug-pages.ts';
import { bugListQuery, bugQuery } from './queries.ts';
import { testBug as bug } from '#web/lib/bugs/test-bug.ts';

function pages(total: string, ...bugs: Bug[][]): BugPages {
  return {
    pages: bugs.map((page, index) => ({
      bugs: page,
      total,
      next: bugs[index + 1] && `c${index}`,
      edge: page.at(-1),
      since: 0,
      isUnfiltered: false,
    })),
    pageParams: bugs.map((_, index) => (index === 0 ? undefined : `c${index - 1}`)),
  };
}

test('a changed bug is replaced in its place, and the other rows stay the same objects', () => {
  const before = pages('3', [bug(3), bug(2)], [bug(1)]);
  const changed = bug(1, { status: 'resolved', version: 2 });
  const after = withBug(before, changed);
  expect(bugsOf(after).at(-1)).toEqual(changed);
  expect(bugsOf(after)[0]).toBe(bugsOf(before)[0]);
});

test('a deleted bug is removed and no longer counted', () => {
  const after = withoutBug(pages('3', [bug(3), bug(2)], [bug(1)]), bug(2)._id);
  expect(bugsOf(after)).toEqual([bug(3), bug(1)]);
  expect(after.pages.map((page) => page.total)).toEqual(['2', '2']);
});

test('removing a bug keeps an inexact total, and a list without it as it is', () => {
  expect(withoutBug(pages('1000+', [bug(1)]), bug(1)._id).pages[0]?.total).toBe('1000+');
  const other = pages('1', [bug(1)]);
  expect(withoutBug(other, bug(9)._id)).toBe(other);
});

test('an edit reaches every list and the bug’s own page, and makes the lists stale', async () => {
  const client = new QueryClient();
  const keys = [bugListQuery({}).queryKey, bugListQuery({ status: 'open' }).queryKey];
  for (const key of keys) client.setQueryData(key, pages('1', [bug(1)]));
  const changed = bug(1, { title: 'Changed', version: 2 });
  await bugUpdated(client, changed);
  for (const key of keys) {
    expect(client.getQueryData<BugPages>(key)?.pages[0]?.bugs).toEqual([changed]);
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  }
  expect(client.getQueryData(bugQuery(changed._id).queryKey)).toEqual(changed);
});

test('moving a bug in a list that is already stale leaves the list stale', async () => {
  const client = new QueryClient();
  const { queryKey } = bugListQuery({});
  client.setQueryData(queryKey, pages('2', [bug(2), bug(1)]));
  await client.invalidateQueries({ queryKey });
  bugPlaced(client, bug(1, { rank: 7 }));
  expect(bugsOf(client.getQueryData<BugPages>(queryKey)).at(-1)?.rank).toBe(7);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('a late response to an edit does not undo a later change by others', async () => {
  const client = new QueryClient();
  const list = bugListQuery({}).queryKey;
  const theirs = bug(1, { title: 'Theirs', version: 3 });
  client.setQueryData(list, pages('1', [theirs]));
  client.setQueryData(bugQuery(theirs._id).queryKey, theirs);
  await bugUpdated(client, bug(1, { title: 'Mine', version: 2 }));
  expect(client.getQueryData<BugPages>(list)?.pages[0]?.bugs).toEqual([theirs]);
  expect(client.getQueryData(bugQuery(theirs._id).queryKey)).toEqual(theirs);
});

test('a deletion removes the bug from every list and from the cache', async () => {
  const client = new QueryClient();
  const key = bugListQuery({}).queryKey;
  client.setQueryData(key, pages('2', [bug(2), bug(1)]));
  client.setQueryData(bugQuery(bug(1)._id).queryKey, bug(1));
  await bugDeleted(client, bug(1)._id);
  expect(client.getQueryData<BugPages>(key)?.pages[0]?.bugs).toEqual([bug(2)]);
  expect(client.getQueryData(bugQuery(bug(1)._id).queryKey)).toBeUndefined();
});
