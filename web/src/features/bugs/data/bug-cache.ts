import type { QueryClient } from '@tanstack/react-query';
import { endpointKey } from '#web/lib/api/query.ts';
import { type Bug, getStats } from '#web/lib/api/specified.ts';
import { newerOf } from '#web/lib/bugs/cached-bug.ts';
import { noteOwnChange } from '#web/lib/live/news.ts';
import { type BugPages, bugsOf, withBug, withBugPlaced, withoutBug } from './bug-pages.ts';
import { bugLists, bugQuery, filterOf, isShort } from './queries.ts';

/** After a bug was filed: refetches lists; long ones restart at the top, where the bug is. */
export async function bugCreated(client: QueryClient, bug: Bug | undefined): Promise<void> {
  if (bug) noteOwnChange(bug);
  client.removeQueries({
    ...bugLists,
    type: 'inactive',
    predicate: ({ state }) => isLong(state.data),
  });
  await refresh(client);
}

/**
 * After a bug was changed: updates it in every list and page, before they are refetched. The response may be late, so
 * later changes by others may already be cached.
 */
export async function bugUpdated(client: QueryClient, bug: Bug): Promise<void> {
  noteOwnChange(bug);
  client.setQueryData(bugQuery(bug._id).queryKey, (known) => newerOf(known, bug));
  bugInLists(client, bug);
  await refresh(client);
}

/**
 * In lists with `meta.me`, moves the changed bug to its sorted place; in other lists it stays where it is. A bug that some
 * list of a query has is taken to meet the query still, until the lists are refetched.
 */
function bugInLists(client: QueryClient, bug: Bug): void {
  const lists = client.getQueryCache().findAll(bugLists);
  const has = (data: unknown) => bugsOf(data as BugPages | undefined).some(({ _id }) => _id === bug._id);
  const met = new Set(lists.filter(({ state }) => has(state.data)).map((list) => filterOf(list).query));
  met.add(undefined);
  for (const list of lists) {
    const { queryKey, meta } = list;
    const filter = filterOf(list);
    const me = meta?.['me'];
    client.setQueryData<BugPages>(queryKey, (data) => {
      if (!data || typeof me !== 'string' || !met.has(filter.query)) return data && withBug(data, bug);
      return withBugPlaced(data, bug, filter, me);
    });
  }
}

/** After a bug was placed on boards, which does not change its version. */
export function bugPlaced(client: QueryClient, bug: Bug): void {
  client.setQueryData(bugQuery(bug._id).queryKey, (known) => known && newerOf(known, bug));
  bugInLists(client, bug);
}

/** After changes with an unknown outcome: refetches the bugs. */
export async function bugsMaybeChanged(client: QueryClient, ids: readonly string[]): Promise<void> {
  const each = ids.map((id) => client.invalidateQueries({ queryKey: bugQuery(id).queryKey }));
  await Promise.all([...each, refresh(client)]);
}

/** After a bug was deleted: removes it from every list. */
export async function bugDeleted(client: QueryClient, id: string): Promise<void> {
  noteOwnChange({ _id: id, version: null });
  client.setQueriesData<BugPages>(bugLists, (data) => data && withoutBug(data, id));
  client.removeQueries({ queryKey: bugQuery(id).queryKey, type: 'inactive' });
  await refresh(client);
}

async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      ...bugLists,
      predicate: ({ state }) => !isLong(state.data),
    }),
    client.invalidateQueries({ queryKey: endpointKey(getStats) }),
  ]);
}

function isLong(data: unknown): boolean {
  return !isShort((data as BugPages | undefined)?.pages.length);
}
