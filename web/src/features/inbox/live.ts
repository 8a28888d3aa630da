import type { QueryClient } from '@tanstack/react-query';
import { getWatchers } from '#contract/conversation/watching.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { LiveHandlers, OnChanges } from '#web/lib/live/change.ts';
import { reread, settled } from '#web/lib/live/reread.ts';
import { type InboxFilter, type InboxPages, withBeginning } from './inbox-pages.ts';
import { lookForNews } from './notifications/use-notifications.ts';
import { fetchInboxPage, inboxLists, inboxRows, isShort, unreadQuery } from './queries.ts';
import { watchersQuery } from '#web/features/inbox/watching/watching.ts';

/** The inbox has changed, mostly because of other users, or on another device. */
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

/** The watchers of a bug have changed. */
const watchersChanged: OnChanges = async ({ queryClient }, changes) => {
  await Promise.all(changes.map(({ _id }) => reread(queryClient, { queryKey: watchersQuery(_id).queryKey })));
};

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
  // Rows and watchers have names.
  user: [inboxLists.queryKey, endpointKey(getWatchers)],
};
