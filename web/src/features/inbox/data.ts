import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  countInbox,
  type InboxItem,
  inboxLists as inboxStates,
  listInbox,
  maxBulk,
  readAllInbox,
  reasons,
  updateInbox,
  updateInboxItem,
} from '#contract/conversation/inbox.ts';
import { getWatchers, unwatchBug, watchBug } from '#contract/conversation/watching.ts';
import { nextCursor } from '#web/lib/api/address.ts';
import { call, exchange } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { bugPartQuery, partOfPage } from '#web/lib/bugs/bug-page.ts';
import { type LiveHandlers, type OnChanges, reread, settled } from '#web/lib/live/change.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';
import { lenient } from '#web/lib/url-state.ts';
import {
  changed,
  countAfter,
  type InboxChange,
  type InboxFilter,
  type InboxPage,
  type InboxPages,
  withBeginning,
  withStored,
} from './inbox-pages.ts';
import { lookForNews } from '#web/features/inbox/notifications/use-notifications.ts';

/** The name under which the inbox registers its shortcut `e`. It has a name because the same key edits a bug. */
export const doneKey = 'e in the inbox';

const pageSize = 100;
/** Above this length, only the beginning of a list is refetched. */
const maxRefetchedPages = 5;

const addressOf = lenient(
  z.object({ state: z.optional(z.enum(inboxStates)), reason: z.optional(z.enum(reasons)) }),
);

/** The filter in an address. */
export function filterIn(search: Record<string, unknown>): InboxFilter {
  const { state = 'all', reason } = addressOf(search);
  return { state, reason };
}

/** Every list of the inbox that is cached. */
const inboxLists = { queryKey: endpointKey(listInbox, 'list') };

export const inboxQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...inboxLists.queryKey, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchInboxPage(filter, pageParam, signal),
    getNextPageParam: (page) => page.next,
    refetchOnWindowFocus: ({ state }) => isShort(state.data?.pages.length),
  });

/** The page of the inbox after a cursor, or the first one. */
export async function fetchInboxPage(
  { state, reason }: InboxFilter,
  cursor?: string,
  signal?: AbortSignal,
): Promise<InboxPage> {
  const { body, headers } = await exchange(listInbox, {
    query: { state, reason, limit: String(pageSize), cursor },
    ...(signal && { signal }),
  });
  return { items: body, next: nextCursor(headers.get('link')) };
}

/** Whether a list of this many loaded pages is short enough to be refetched. */
function isShort(pages = 0): boolean {
  return pages <= maxRefetchedPages;
}

/** The number of unread bugs. */
export const unreadQuery = queryOptions({
  queryKey: endpointKey(countInbox),
  queryFn: async ({ signal }) => (await call(countInbox, { signal })).unread,
  staleTime: untilChanged,
});

/** The cached rows of single bugs. */
const inboxRows = { queryKey: endpointKey(listInbox, 'bug') };

/** The unread row of a bug; null if there is none. */
export const unreadRowQuery = (bugId: string) =>
  queryOptions({
    queryKey: [...inboxRows.queryKey, bugId],
    queryFn: async (context): Promise<InboxItem | null> => {
      const [item] =
        (await partOfPage(listInbox, bugId, context)) ??
        (await call(listInbox, { query: { bug: bugId, state: 'unread' }, signal: context.signal }));
      return item ?? null;
    },
    staleTime: untilChanged,
  });

/** Rows that the user marked as read in the list of unread rows: they stay in place until the list is reopened. */
export const lingeringQuery = queryOptions<readonly InboxItem[]>({
  queryKey: ['inbox, lingering'],
  queryFn: () => [],
  enabled: false,
  initialData: [],
  gcTime: Infinity,
});

/** Removes the lingering rows. */
export function clearLingering(client: QueryClient): void {
  client.setQueryData(lingeringQuery.queryKey, []);
}

const mutationKey = ['change of the inbox'];

/** Changes the state of bugs in the inbox. `usePendingChanges` shows it at once in lists and the count. */
export function useChangeInbox() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    // Sequential, because a later change may undo an earlier one.
    scope: { id: 'inbox' },
    mutationFn: send,
    onSuccess: (stored, change) => store(client, stored, change),
  });
}

export interface PendingChange {
  readonly change: InboxChange;
  /** When the change was made, in milliseconds since 1970. */
  readonly at: number;
}

/** The pending changes, in order. */
export function usePendingChanges(): readonly PendingChange[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => ({ change: state.variables as InboxChange, at: state.submittedAt }),
  });
}

/** The number of unread bugs including pending changes, except those made before it was fetched. */
export function pendingCount(unread: number, fetchedAt: number, pending: readonly PendingChange[]): number {
  return pending
    .filter(({ at }) => at >= fetchedAt)
    .reduce((count, { change }) => countOf(count, change), unread);
}

const countOf = (unread: number, change: InboxChange) =>
  change.all && change.all.reason === undefined ? 0 : countAfter(unread, change);

async function send(change: InboxChange): Promise<readonly InboxItem[]> {
  const { items, state, snoozedUntil, upTo, all } = change;
  const limit = upTo === undefined ? {} : { upTo };
  if (all) {
    await call(readAllInbox, { body: { ...(all.reason && { reason: all.reason }), ...limit } });
    return items.map((item) => changed(item, change));
  }
  const body = { state, ...limit, ...(snoozedUntil !== undefined && { snoozedUntil }) };
  const ids = items.map(({ bug }) => bug._id);
  const [bugId] = ids;
  if (bugId !== undefined && ids.length === 1)
    return [await call(updateInboxItem, { params: { bugId }, body })];
  const stored: InboxItem[] = [];
  for (let at = 0; at < ids.length; at += maxBulk)
    stored.push(...(await call(updateInbox, { body: { bugIds: ids.slice(at, at + maxBulk), ...body } })));
  return stored;
}

/** Updates the cache to the stored state. */
function store(client: QueryClient, stored: readonly InboxItem[], change: InboxChange): void {
  for (const [queryKey, data] of client.getQueriesData<InboxPages>(inboxLists))
    if (data)
      client.setQueryData<InboxPages>(queryKey, withStored(data, stored, queryKey.at(-1) as InboxFilter));
  linger(client, stored);
  const { queryKey } = unreadQuery;
  client.setQueryData(queryKey, (unread) => unread && countOf(unread, change));
  void client.invalidateQueries({ queryKey });
  void client.invalidateQueries(inboxRows);
  // Active lists are already correct; the live stream updates them further.
  void client.invalidateQueries({ ...inboxLists, refetchType: change.all ? 'active' : 'none' });
}

/** Rows marked as read stay in the list of unread rows until the list is reopened. */
function linger(client: QueryClient, stored: readonly InboxItem[]): void {
  const ids = new Set(stored.map(({ bug }) => bug._id));
  const read = stored.filter(({ state }) => state === 'read');
  client.setQueryData(lingeringQuery.queryKey, (known = []) => [
    ...known.filter(({ bug }) => !ids.has(bug._id)),
    ...read,
  ]);
}

/** The watchers of a bug. */
export const watchersQuery = (bugId: string) => bugPartQuery(getWatchers, bugId);

interface Watching {
  readonly isOn: boolean;
  /** A user other than the signed-in one. */
  readonly user?: string;
}

/** Starts or stops watching a bug; for admins, also on behalf of another user. */
export function useWatch(bugId: string) {
  const client = useQueryClient();
  const { queryKey } = watchersQuery(bugId);
  return useMutation({
    mutationFn: ({ isOn, user }: Watching) =>
      call(isOn ? watchBug : unwatchBug, {
        params: { id: bugId },
        ...(user !== undefined && { query: { user } }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
}

/** Handles changes of the inbox, which are mostly due to other users or made on another device. */
const inboxChanged: OnChanges = async ({ queryClient }) => {
  await Promise.all([
    reread(queryClient, { queryKey: unreadQuery.queryKey }),
    reread(queryClient, inboxRows),
    lookForNews(),
    ...queryClient
      .getQueryCache()
      .findAll(inboxLists)
      .map((list) => rereadList(queryClient, list.queryKey)),
  ]);
};

/** Handles changes of a bug's watchers. */
const watchersChanged: OnChanges = async ({ queryClient }, changes) => {
  await Promise.all(changes.map(({ _id }) => reread(queryClient, { queryKey: watchersQuery(_id).queryKey })));
};

/** Has the watchers fetched when the bug is next opened: users watch it once they comment or are mentioned in it. */
async function mayBeWatched(...[{ queryClient }, changes]: Parameters<OnChanges>): Promise<void> {
  const queries = changes.flatMap(({ _id }) => queryClient.getQueryCache().find(watchersQuery(_id)) ?? []);
  await Promise.all(queries.map((query) => settled(queryClient, query)));
  for (const query of queries) query.invalidate();
}

/** In a long list, new rows are at the beginning. */
async function rereadList(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const list = client.getQueryCache().find({ queryKey });
  if (!list?.isActive() || isShort((list.state.data as InboxPages | undefined)?.pages.length))
    return reread(client, { queryKey, exact: true });
  await settled(client, list);
  const filter = queryKey.at(-1) as InboxFilter;
  const page = await fetchInboxPage(filter);
  client.setQueryData<InboxPages>(queryKey, (data) => data && withBeginning(data, page, filter));
  return undefined;
}

export const inboxLive: LiveHandlers = {
  inbox: inboxChanged,
  watchers: watchersChanged,
  bug: mayBeWatched,
  comments: mayBeWatched,
  // Rows and watchers show the names of users.
  user: [inboxLists.queryKey, endpointKey(getWatchers)],
};
