import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  countInbox,
  inboxLists as inboxStates,
  type InboxItem,
  listInbox,
  reasons,
} from '#contract/conversation/inbox.ts';
import { nextCursor } from '#web/lib/api/address.ts';
import { call, exchange } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { lenient } from '#web/lib/url-state.ts';
import type { InboxFilter, InboxPage } from './inbox-pages.ts';

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
export const inboxLists = { queryKey: endpointKey(listInbox, 'list') };

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
export function isShort(pages = 0): boolean {
  return pages <= maxRefetchedPages;
}

/** The number of unread bugs. */
export const unreadQuery = queryOptions({
  queryKey: endpointKey(countInbox),
  queryFn: async ({ signal }) => (await call(countInbox, { signal })).unread,
});

/** The cached rows of single bugs. */
export const inboxRows = { queryKey: endpointKey(listInbox, 'bug') };

/** The unread row of a bug; null if there is none. */
export const unreadRowQuery = (bugId: string) =>
  queryOptions({
    queryKey: [...inboxRows.queryKey, bugId],
    queryFn: async ({ signal }): Promise<InboxItem | null> => {
      const [item] = await call(listInbox, { query: { bug: bugId, state: 'unread' }, signal });
      return item ?? null;
    },
  });

/** Rows that the user marked as read in the list of unread rows: they stay in place until the list is reopened. */
export const lingeringQuery = queryOptions<readonly InboxItem[]>({
  queryKey: ['inbox, lingering'],
  queryFn: () => [],
  enabled: false,
  initialData: [],
  gcTime: Infinity,
});

/** Forgets what lingers. */
export function clearLingering(client: QueryClient): void {
  client.setQueryData(lingeringQuery.queryKey, []);
}
