import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import {
  type InboxItem,
  maxBulk,
  readAllInbox,
  updateInbox,
  updateInboxItem,
} from '#contract/conversation/inbox.ts';
import { call } from '#web/lib/api/call.ts';
import {
  changed,
  countAfter,
  type InboxChange,
  type InboxFilter,
  type InboxPages,
  withStored,
} from './inbox-pages.ts';
import { inboxLists, inboxRows, lingeringQuery, unreadQuery } from './queries.ts';

const mutationKey = ['change of the inbox'];

/** Changes the state of bugs in the inbox. `usePendingChanges` shows it at once in lists and the count. */
export function useChangeInbox() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    // Sequential, as a later change may undo an earlier one.
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
