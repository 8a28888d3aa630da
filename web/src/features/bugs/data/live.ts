import type { Query, QueryClient } from '@tanstack/react-query';
import { maxIds } from '#contract/bugs/bugs.ts';
import type { BugFilter } from '#web/lib/api/bug-filter.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { searchesComments } from '#contract/bugs/search.ts';
import { newerOf } from '#web/lib/bugs/cached-bug.ts';
import type { LiveChange, OnChanges } from '#web/lib/live/change.ts';
import { reread, settled } from '#web/lib/live/reread.ts';
import {
  type BugPages,
  bugsOf,
  isComplete,
  withBug,
  withBugPlaced,
  withoutBug,
  withTotal,
} from './bug-pages.ts';
import { cachedBugs } from './cached-bugs.ts';
import { bugLists, bugQuery, fetchChanged, filterOf, isForCount, pageSize, singleBugs } from './queries.ts';
import { sortOf } from './order.ts';
import { understood } from './understood.ts';

/**
 * Bugs were filed, edited or deleted: patches the open bug and the shown list; inactive queries are fetched when they are
 * shown. For many changes at once, refetching whole lists takes fewer requests.
 */
export const bugsChanged: OnChanges = async ({ queryClient: client, user }, changes) => {
  if (changes.length > maxIds) {
    await Promise.all([reread(client, bugLists), reread(client, singleBugs)]);
    return;
  }
  const lists = client.getQueryCache().findAll(bugLists);
  await Promise.all([
    ...changes.map((change) => correctBug(client, change)),
    ...lists.map((list) =>
      list.isActive()
        ? correctList(client, list, changes, user._id)
        : reread(client, { queryKey: list.queryKey, exact: true }),
    ),
  ]);
};

/** Comments were edited: lists that search comments may have changed. */
export const commentsEdited: OnChanges = ({ queryClient: client }) =>
  rereadLists(client, (filter) => !isDecidable(filter));

/** An item that queries may name has changed: lists of such queries may have changed, too. */
export const namesChanged: OnChanges = ({ queryClient: client }, changes) =>
  rereadLists(client, ({ query }) => {
    if (query === undefined) return false;
    const asked = understood(query, '');
    // A field in the query may have been renamed.
    return asked?.hasNames !== false || changes.some(({ _id }) => asked.asksFor(_id));
  });

async function rereadLists(client: QueryClient, isMeant: (filter: BugFilter) => boolean): Promise<void> {
  const lists = client.getQueryCache().findAll({ ...bugLists, predicate: (list) => isMeant(filterOf(list)) });
  await Promise.all(lists.map(({ queryKey }) => reread(client, { queryKey, exact: true })));
}

/** Whether the loaded bug data decide which bugs match. */
function isDecidable({ q = '', query }: BugFilter): boolean {
  return !searchesComments(q) && (query === undefined || understood(query, '')?.isDecidable === true);
}

/** Bugs gained or lost a comment: corrects their count in all caches. */
export const commentsCounted: OnChanges = async (screens, changes) => {
  await commentsEdited(screens, changes);
  await countsChanged(screens, changes);
};

/** A bug counter has changed without a new version: corrects it in all caches. */
export const countsChanged: OnChanges = async ({ queryClient: client }, changes) => {
  await rereadLists(client, ({ query }) => query !== undefined && understood(query, '')?.hasCounts === true);
  const known = new Set(cachedBugs(client).map(({ _id }) => _id));
  const ids = changes.map(({ _id }) => _id).filter((id) => known.has(id));
  if (ids.length > maxIds) return reread(client, bugLists);
  const { bugs } = await fetchChanged({}, ids);
  for (const bug of bugs) {
    client.setQueryData(bugQuery(bug._id).queryKey, (cached) => cached && newerOf(cached, bug));
    client.setQueriesData<BugPages>(bugLists, (data) => data && withBug(data, bug));
  }
  return undefined;
};

/** Bugs were placed on boards: patches visible lists in board order; others are fetched when they are shown. */
export const bugsPlaced: OnChanges = async ({ queryClient: client, user }, changes) => {
  const isMeant = (list: Query) => (sortOf(filterOf(list)) ?? '').endsWith('rank');
  const lists = client.getQueryCache().findAll({ ...bugLists, predicate: isMeant });
  if (lists.length === 0) return;
  if (changes.length > maxIds)
    return rereadLists(client, (filter) => (sortOf(filter) ?? '').endsWith('rank'));
  const { bugs } = await fetchChanged(
    {},
    changes.map(({ _id }) => _id),
  );
  for (const bug of bugs)
    client.setQueryData(bugQuery(bug._id).queryKey, (cached) => cached && newerOf(cached, bug));
  for (const list of lists) {
    const { queryKey } = list;
    const filter = filterOf(list);
    if (!list.isActive() || !isDecidable(filter)) {
      await reread(client, { queryKey, exact: true });
      continue;
    }
    await settled(client, list);
    client.setQueryData<BugPages>(queryKey, (data) =>
      bugs.reduce((pages, bug) => pages && withBugPlaced(pages, bug, filter, user._id), data),
    );
  }
};

async function correctBug(client: QueryClient, change: LiveChange): Promise<void> {
  const { queryKey } = bugQuery(change._id);
  const query = client.getQueryCache().find({ queryKey });
  if (!query) return;
  await settled(client, query);
  if (change.version === null) client.removeQueries({ queryKey, type: 'inactive' });
  if (!knownBug(client, change)) await reread(client, { queryKey });
}

/** The changed bug if its new version is cached: mostly after the user's own edit. */
function knownBug(client: QueryClient, { _id, version }: LiveChange): Bug | undefined {
  const bug = client.getQueryData(bugQuery(_id).queryKey);
  return version !== null && (bug?.version ?? 0) >= version ? bug : undefined;
}

/** Patches a list with one request, or none if it is complete and the bugs are cached. */
async function correctList(
  client: QueryClient,
  list: Query,
  changes: readonly LiveChange[],
  me: string,
): Promise<void> {
  const { queryKey } = list;
  const filter = filterOf(list);
  if (!isDecidable(filter) || isForCount(list)) return reread(client, { queryKey, exact: true });
  const shown = () => client.getQueryData<BugPages>(queryKey);
  await settled(client, list);
  const isNews = ({ seq }: LiveChange) => shown()?.pages.some(({ since }) => since < seq) === true;
  const news = changes.filter(isNews);
  if (news.length === 0) return;
  const isPart = !isComplete(shown());
  const asked = isPart ? news : news.filter((change) => change.version !== null && !knownBug(client, change));
  const answer = await fetchChanged(
    filter,
    asked.map(({ _id }) => _id),
  );
  // A running fetch would restore the state from when it started.
  await settled(client, list);
  // The cache may also be newer than the fetched data.
  const corrected = news.filter(isNews).reduce((data, change) => {
    const bug = answer.bugs.find(({ _id }) => _id === change._id) ?? knownBug(client, change);
    return data && (bug ? withBugPlaced(data, bug, filter, me) : withoutBug(data, change._id));
  }, shown());
  client.setQueryData<BugPages>(queryKey, corrected && isPart ? withTotal(corrected, answer) : corrected);
  if (isPart && bugsOf(corrected).length < pageSize / 2) await reread(client, { queryKey, exact: true });
}
