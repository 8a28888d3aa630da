import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { listBugReferences } from '#contract/bugs/bug-references.ts';
import { getBugMentions, type Mention } from '#contract/conversation/comments.ts';
import { maxUserIds, type UserRef } from '#contract/accounts/users.ts';
import { pageSizePreference } from '#contract/endpoint.ts';
import { coversSearch } from '#contract/bugs/search.ts';
import { nextCursor } from '#web/lib/api/address.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { call, exchange } from '#web/lib/api/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';
import { sinceOf } from '#web/lib/api/headers.ts';
import { type Bug, type BugFilter, bugFilter, getBug, listBugs } from '#web/lib/api/specified.ts';
import { listUsers } from '#web/lib/api/specified-users.ts';
import { prefetchBugPage } from '#web/lib/bugs/bug-page.ts';
import { bugsShown, newerOf } from '#web/lib/bugs/cached-bug.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';
import { pageSize, sharedFor } from '#web/lib/routes.ts';
import { timeZone } from '#web/lib/time.tsx';
import { lenient } from '#web/lib/url-state.ts';
import { type BugPage, type BugPages, bugsOf, isComplete } from './bug-pages.ts';

/** Above this length a list is not refetched: live updates correct its rows. */
const maxRefetchedPages = 5;
const totalHeader = 'x-total-count';

/** The filter and order in an address. Unknown and invalid parameters are omitted. */
export const filterIn: (search: Record<string, unknown>) => BugFilter = lenient(bugFilter);

/** Every list of bugs that is cached, and every bug that is cached by itself. */
export const bugLists = { queryKey: endpointKey(listBugs) };
export const singleBugs = { queryKey: endpointKey(getBug) };

/** The filter and order of a cached list. */
export const filterOf = ({ queryKey }: { readonly queryKey: QueryKey }) => (queryKey[1] ?? {}) as BugFilter;

export const bugQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getBug, { params: { id } }),
    // A response that was requested before an edit does not undo it.
    queryFn: async ({ client, queryKey, signal }): Promise<Bug> =>
      newerOf(client.getQueryData(queryKey), await call(getBug, { params: { id }, signal })),
    staleTime: untilChanged,
  });

/** The query for a screen that opens a bug: until the server answers, the data are what another screen has shown. */
export const openedBugQuery = (client: QueryClient, id: string) =>
  queryOptions({
    ...bugQuery(id),
    initialData: () =>
      cachedBugs(client)
        .filter(({ _id }) => _id === id)
        .reduce<Bug | undefined>(newerOf, undefined),
    // Marks the data as stale, so that the bug is fetched in any case.
    initialDataUpdatedAt: 0,
  });

/** Calls `prefetchBugPage` for routes. It is in this file because a separate file would load a round trip later. */
export function fetchRestOfPage(client: QueryClient, id: string, hash: string): void {
  prefetchBugPage(client, id, hash);
}

/** The cached mentions in descriptions. */
export const bugMentions = { queryKey: endpointKey(getBugMentions) };

/** The users whom a bug's description mentions, cached by the bug's version because an edit may change them. */
export function bugMentionsQuery({ _id: id, version, description }: Bug, hasAdditions: boolean) {
  return queryOptions({
    queryKey: endpointKey(getBugMentions, id, version),
    queryFn: ({ signal }): Promise<readonly Mention[]> => call(getBugMentions, { params: { id }, signal }),
    // The mentions before an edit are shown until the new ones are loaded.
    placeholderData: (known, query) => (query?.queryKey[1] === id ? known : undefined),
    enabled: hasAdditions && description.includes('@'),
    staleTime: untilChanged,
  });
}

/** The properties of a bug that was found by its number. */
type NumberedBug = Pick<Bug, '_id' | 'number' | 'title'>;

/**
 * The bug with this number, from a list or a reference that showed it, or from the server; null if there is none.
 * Cached briefly, because live updates do not correct it.
 */
export const numberedBugQuery = (number: number) =>
  queryOptions({
    queryKey: ['bug by its number', number],
    queryFn: async ({ client, signal }): Promise<NumberedBug | null> => {
      const referred = client.getQueryData<NumberedBug>(endpointKey(listBugReferences, number));
      const known = cachedBugs(client).find((bug) => bug.number === number) ?? referred;
      if (known) return known;
      const query = { number: String(number), limit: '1' };
      const [found] = await call(listBugs, { query, signal });
      return found?.number === number ? found : null;
    },
    gcTime: 5_000,
  });

/** The users that a select offers, and whether these are all users; if not, others are found by typing. */
export const usersQuery = queryOptions({
  queryKey: endpointKey(listUsers, 'first'),
  queryFn: async ({ signal }) => {
    const { body: users, headers } = await exchange(listUsers, { signal });
    // Other back ends return all users, and do not search by name.
    const areAll = additionsOffered() !== true || nextCursor(headers.get('link')) === undefined;
    return { users, isComplete: areAll };
  },
});
export const userLists = { queryKey: endpointKey(listUsers) };

export const foundUsersQuery = (q: string) => endpointQuery(listUsers, { query: { q, limit: '50' } });

/** Users who were found and chosen; written to the cache, never fetched. */
export const chosenUsersQuery = queryOptions<readonly UserRef[]>({
  queryKey: ['chosen users'],
  queryFn: () => [],
  enabled: false,
  initialData: [],
  gcTime: Infinity,
});

/** The users with these ids, whose names are then stored. The server names a limited number of users at once. */
export const namedUsersQuery = (all: readonly string[]) => {
  const ids = all.slice(0, maxUserIds);
  return queryOptions({
    queryKey: endpointKey(listUsers, { ids }),
    queryFn: async ({ client, signal }): Promise<readonly UserRef[]> => {
      const users = await call(listUsers, { query: { ids: ids.join(',') }, signal });
      rememberUsers(client, users);
      return users;
    },
  });
};

/** Stores users who were found or named, so that filters can show them. */
export function rememberUsers(client: QueryClient, users: readonly UserRef[]): void {
  client.setQueryData(chosenUsersQuery.queryKey, (all = []) => union(all, users));
}

/** All of these users, each once. */
export function union(users: readonly UserRef[], more: readonly UserRef[]): readonly UserRef[] {
  const known = new Set(users.map(({ _id }) => _id));
  return [...users, ...more.filter(({ _id }) => !known.has(_id))];
}

export const bugListQuery = (filter: BugFilter) =>
  infiniteQueryOptions({
    queryKey: endpointKey(listBugs, filter),
    initialPageParam: undefined as string | undefined,
    // The first page uses the specification's URL.
    queryFn: ({ pageParam: cursor, signal }) =>
      cursor === undefined
        ? fetchPage(filter, { headers: { prefer: pageSizePreference(pageSize) }, signal })
        : fetchPage({ ...filter, cursor, limit: String(pageSize) }, { signal }),
    getNextPageParam: (page) => page.next,
    staleTime: dependsOnToday(filter) ? sharedFor : untilChanged,
    refetchOnWindowFocus: ({ state }) => isShort(state.data?.pages.length),
  });

/** Whether the bugs of a list may change without a change of a bug, because its query counts days from today. */
const dependsOnToday = ({ query = '' }: BugFilter) => /today|\d[dwmy]/i.test(query);

/** The last part of the key of lists fetched only for their count. */
const forCount = 'for its count';

/** A list fetched only for its number of bugs: its first bug, and how many match. Live updates refetch it. */
export const bugCountQuery = (filter: BugFilter) =>
  infiniteQueryOptions({
    queryKey: endpointKey(listBugs, filter, forCount),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal }) => fetchCount(filter, { signal }),
    getNextPageParam: (page) => page.next,
    staleTime: dependsOnToday(filter) ? sharedFor : untilChanged,
  });

/** Whether a cached list is only for its count. */
export const isForCount = ({ queryKey }: { readonly queryKey: QueryKey }) => queryKey[2] === forCount;

/** The first query of the list at an address. Of a grouped list, only the count: groups fetch their own bugs. */
export function firstQuery({ group, ...search }: Readonly<Record<string, unknown>>) {
  const filter = filterIn(search);
  return group === undefined || group === ungrouped ? bugListQuery(filter) : bugCountQuery(filter);
}

/** In a view's address: the rows are not grouped. */
export const ungrouped = 'none';

/** The number of matches, with the first bug. */
export function fetchCount(filter: BugFilter, options: { signal?: AbortSignal } = {}): Promise<BugPage> {
  return fetchPage({ ...filter, limit: '1' }, options);
}

async function fetchPage(
  wanted: BugFilter & { readonly limit?: string; readonly cursor?: string },
  options: { signal?: AbortSignal; headers?: Readonly<Record<string, string>> },
): Promise<BugPage> {
  const asked = { query: inZone(wanted), ...options };
  const { body, headers } = await exchange(listBugs, asked);
  const total = headers.get(totalHeader);
  return {
    bugs: body,
    total: total ?? String(body.length),
    next: nextCursor(headers.get('link')),
    edge: body.at(-1),
    since: sinceOf(headers) ?? 0,
    isUnfiltered: total === null,
  };
}

/** Days in a query are in the user's time zone. */
function inZone<F extends BugFilter>(filter: F): F & { readonly zone?: string } {
  return filter.query === undefined ? filter : { ...filter, zone: timeZone() };
}

/** Whether a list of this many loaded pages is short enough to be refetched. */
export function isShort(pages = 0): boolean {
  return pages <= maxRefetchedPages;
}

/** Every bug in the query cache: single ones, those of lists, and those that other screens show. May repeat a bug. */
export function cachedBugs(client: QueryClient): Bug[] {
  const lists = client.getQueriesData<BugPages>(bugLists);
  const single = client.getQueriesData<Bug>(singleBugs);
  return [
    ...single.flatMap(([, bug]) => bug ?? []),
    ...lists.flatMap(([, data]) => bugsOf(data)),
    ...bugsShown(client),
  ];
}

/** A cached list that is complete and has all bugs of another one. */
interface CoveringList {
  readonly filter: BugFilter;
  readonly data: BugPages;
}

/** The newest cached list that is complete and has all bugs of the wanted one; undefined without such a list. */
export function coveringList(client: QueryClient, wanted: BugFilter): CoveringList | undefined {
  // If more of the wanted list itself is loaded, that is used.
  const ownOf = ({ q, query }: BugFilter) =>
    client.getQueryData(bugListQuery({ ...wanted, q, query }).queryKey);
  return client
    .getQueryCache()
    .findAll(bugLists)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ queryKey, state }) => ({ filter: queryKey[1] as BugFilter, data: state.data as BugPages }))
    .find(
      ({ filter, data }) => covers(filter, wanted) && isComplete(data) && isComplete(ownOf(filter) ?? data),
    );
}

/** Whether the wider list has all bugs of the narrower one, and the browser can find them: it evaluates no queries. */
export function covers({ sort: _, q = '', ...wide }: BugFilter, narrow: BugFilter): boolean {
  const names = Object.keys(wide) as (keyof typeof wide)[];
  return (
    coversSearch(q, narrow.q ?? '') &&
    wide.query === narrow.query &&
    names.every((name) => wide[name] === undefined || wide[name] === narrow[name])
  );
}
