import type { Query, QueryClient } from '@tanstack/react-query';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { isLater, newerOf } from '#web/lib/bugs/cached-bug.ts';
import { knownQueryFields } from '#web/lib/bugs/query-fields.ts';
import {
  type LiveChange,
  type OnChanges,
  patch,
  reread,
  type Screens,
  settled,
} from '#web/lib/live/change.ts';
import {
  type BugPages,
  bugsOf,
  isComplete,
  type Listed,
  mapBugs,
  withBug,
  withBugPlaced,
  withoutBug,
  withTotal,
  withTotalBy,
} from './bug-pages.ts';
import { belongs, isDecidable, sortOf } from './order.ts';
import {
  bugLists,
  bugMentions,
  bugQuery,
  cachedBugs,
  fetchCount,
  filterOf,
  isForCount,
  singleBugs,
  userLists,
  usersQuery,
} from './queries.ts';
import { pageSize } from '#web/lib/routes.ts';

/**
 * Handles bugs that were filed, edited, deleted or placed on boards, or whose counts changed, such as that of comments.
 * Patches the open bug and the shown lists with the bugs that the changes carry. Lists that only the server can
 * determine are fetched again. Inactive queries are fetched when they are shown.
 */
export const bugsChanged: OnChanges = async (screens, changes) => {
  const { queryClient: client } = screens;
  await Promise.all([
    ...changes.map((change) => correctBug(client, change)),
    ...client
      .getQueryCache()
      .findAll(bugLists)
      .map((list) => correctList(screens, list, changes)),
  ]);
};

/** Handles edited comments, which may change lists that search comments. */
export const commentsEdited: OnChanges = (screens, changes) =>
  askForLists(screens, changes, (filter) => !isDecidable(filter));

/** Handles a change of an item that queries may name, which may change lists of queries. */
export const namesChanged: OnChanges = (screens, changes) =>
  askForLists(screens, changes, ({ query }) => query !== undefined);

async function askForLists(
  screens: Screens,
  changes: readonly LiveChange[],
  isMeant: (filter: BugFilter) => boolean,
): Promise<void> {
  const cache = screens.queryClient.getQueryCache();
  const lists = cache.findAll({ ...bugLists, predicate: (list) => isMeant(filterOf(list)) });
  await Promise.all(lists.map((list) => askForList(screens, list, changes)));
}

const isDeletion = ({ type, version }: LiveChange) => type === 'bug' && version === null;

async function correctBug(client: QueryClient, change: LiveChange): Promise<void> {
  const { queryKey } = bugQuery(change._id);
  const query = client.getQueryCache().find({ queryKey });
  if (!query) return;
  await settled(client, query);
  if (isDeletion(change)) client.removeQueries({ queryKey, type: 'inactive' });
  const bug = bugAfter(client, change);
  if (bug && query.state.data) client.setQueryData<Bug>(queryKey, (known) => newerOf(known, bug));
  else await reread(client, { queryKey });
}

/** The bug after the change: the one that it carries, or the cached one, which is as new after the user's own edit. */
function bugAfter(client: QueryClient, { type, _id, version, bug }: LiveChange): Bug | undefined {
  if (bug || type !== 'bug' || version === null) return bug;
  const known = client.getQueryData(bugQuery(_id).queryKey);
  return (known?.version ?? 0) >= version ? known : undefined;
}

/** The part of a list that the changed bugs do not determine: nothing, its number of matches, or its bugs. */
type Undecided = 'nothing' | 'total' | 'bugs';

/** Patches a list, and fetches what the changed bugs do not determine. A list that is already stale stays as it is. */
async function correctList(screens: Screens, list: Query, changes: readonly LiveChange[]): Promise<void> {
  const { queryClient: client, user } = screens;
  const { queryKey } = list;
  if (list.state.isInvalidated && !list.isActive()) return;
  // A running fetch would restore the state from when it started.
  await settled(client, list);
  const news = changes.filter((change) => isNews(list, change));
  let data = client.getQueryData<BugPages>(queryKey);
  if (!data || news.length === 0) return;
  const fields = knownQueryFields(client);
  const left = new Set<Undecided>();
  for (const change of news) {
    const [corrected, undecided] = corrects(data, change, {
      bug: bugAfter(client, change),
      filter: filterOf(list),
      fields,
      me: user._id,
    });
    data = corrected;
    left.add(undecided);
  }
  client.setQueryData<BugPages>(queryKey, data);
  const isCount = isForCount(list);
  const isShort = !isCount && !isComplete(data) && bugsOf(data).length < pageSize / 2;
  const isRecount = isCount && news.some(({ type }) => type === 'bug');
  if (isRecount || isShort || left.has('bugs')) await askForList(screens, list, news);
  else if (left.has('total')) await askForTotal(screens, list, news);
}

/** Whether the list may have been fetched before the change. */
function isNews({ state }: Query, { seq }: Pick<LiveChange, 'seq'>): boolean {
  return (state.data as BugPages | undefined)?.pages.some(({ since }) => since < seq) === true;
}

interface Context extends Listed {
  /** The bug after the change; undefined if it is unknown. */
  readonly bug: Bug | undefined;
}

/** The list after the change. */
function corrects(data: BugPages, change: LiveChange, context: Context): readonly [BugPages, Undecided] {
  const { type, _id } = change;
  const { bug, filter, fields } = context;
  const shown = bugsOf(data).find((other) => other._id === _id);
  if (isDeletion(change)) return [withoutBug(data, _id), undecidedByDeletion(data, change, shown)];
  const inPlace = bug ? withBug(data, bug) : data;
  // Lists may be sorted by places on boards, but not filtered by them.
  if (type === 'position' && sortOf(filter, fields)?.endsWith('rank') !== true) return [inPlace, 'nothing'];
  if (!isDecidable(filter)) return [inPlace, 'bugs'];
  // Other changes alter neither the place nor whether the bug matches.
  if (!bug) return [data, shown || type === 'bug' || type === 'position' ? 'bugs' : 'nothing'];
  const placed = withBugPlaced(data, bug, context);
  const more = type === 'bug' ? matchesMore(data, change, shown, { ...context, bug, placed }) : 0;
  return more === undefined ? [placed, 'total'] : [withTotalBy(placed, more), 'nothing'];
}

function undecidedByDeletion(data: BugPages, change: LiveChange, shown: Bug | undefined): Undecided {
  return isComplete(data) || (shown && !isCounted(data, change)) ? 'nothing' : 'total';
}

/** The change of the number of matches by an edit; undefined if it is unknown whether the bug was counted before. */
function matchesMore(
  data: BugPages,
  change: LiveChange,
  shown: Bug | undefined,
  { bug, filter, me, placed }: Context & { readonly bug: Bug; readonly placed: BugPages },
): number | undefined {
  const { filed } = change;
  // The rows of a complete list are counted.
  if (isComplete(data) || isCounted(data, change) || (shown && isLater(shown, bug))) return 0;
  const isMatch = belongs(bug, filter, me);
  if (shown) return isMatch ? 0 : -1;
  if (filed !== undefined && data.pages.some(({ since }) => since < filed)) {
    if (!isMatch) return 0;
    // For a bug behind the loaded rows, nothing shows whether an earlier delivery of the change already counted it.
    return bugsOf(placed).some(({ _id }) => _id === bug._id) ? 1 : undefined;
  }
  const { sort: _, ...filters } = filter;
  return Object.values(filters).every((value) => value === undefined) ? 0 : undefined;
}

/** Whether the number of matches includes the change. */
function isCounted(data: BugPages, { seq }: LiveChange): boolean {
  return data.pages.every(({ totalSince = 0 }) => totalSince >= seq);
}

/** Fetches a shown list again, unless it has been fetched in the meantime. Others are fetched when they are shown. */
async function askForList(screens: Screens, list: Query, changes: readonly LiveChange[]): Promise<void> {
  const { queryClient: client, askAgain } = screens;
  const { queryKey, queryHash } = list;
  if (!list.isActive()) return reread(client, { queryKey, exact: true });
  askAgain(queryHash, {
    calls: (list.state.data as BugPages | undefined)?.pages.length ?? 1,
    async run() {
      await settled(client, list);
      if (changes.some((change) => isNews(list, change))) await reread(client, { queryKey, exact: true });
    },
  });
}

async function askForTotal(screens: Screens, list: Query, changes: readonly LiveChange[]): Promise<void> {
  const { queryClient: client, askAgain } = screens;
  const { queryKey, queryHash } = list;
  if (!list.isActive()) return reread(client, { queryKey, exact: true });
  askAgain(`total of ${queryHash}`, {
    calls: 1,
    async run() {
      await settled(client, list);
      if (!changes.some((change) => isNews(list, change))) return;
      const count = await fetchCount(filterOf(list));
      client.setQueryData<BugPages>(queryKey, (data) => data && withTotal(data, count));
    },
  });
}

/** Handles added or renamed users: updates the assignee options, and every bug that names these users. */
export const peopleChanged: OnChanges = async (screens, changes) => {
  const { queryClient: client } = screens;
  await namesChanged(screens, changes);
  const people = new Set(changes.map(({ _id }) => _id));
  await Promise.all([reread(client, userLists), reread(client, bugMentions)]);
  const isNamed = cachedBugs(client).some(
    ({ createdBy, assignedTo }) => people.has(createdBy._id) || people.has(assignedTo?._id ?? ''),
  );
  if (!isNamed) return;
  const { users, isComplete: areAll } = await client.query({ ...usersQuery, staleTime: 1_000 });
  // If only the first users are loaded, others' new names are loaded with the bugs.
  if (!areAll) {
    await Promise.all([bugLists, singleBugs].map((bugs) => reread(client, bugs)));
    return;
  }
  const named = new Map(users.filter(({ _id }) => people.has(_id)).map((user) => [user._id, user]));
  patch<BugPages>(client, bugLists, (data) => mapBugs(data, (bug) => renamed(bug, named)));
  patch<Bug>(client, singleBugs, (bug) => renamed(bug, named));
};

function renamed(bug: Bug, named: ReadonlyMap<string, UserRef>): Bug {
  const createdBy = named.get(bug.createdBy._id) ?? bug.createdBy;
  const assignedTo = bug.assignedTo && (named.get(bug.assignedTo._id) ?? bug.assignedTo);
  const same = createdBy.name === bug.createdBy.name && assignedTo?.name === bug.assignedTo?.name;
  return same ? bug : { ...bug, createdBy, assignedTo };
}
