import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getActivity } from '#contract/activity.ts';
import { type Comment, getComment } from '#contract/comments.ts';
import { call } from '#web/lib/api/call.ts';
import { getBugReactions } from '#contract/reactions.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';
import { commentIn, type Stretch, withComment, withEarlier, withLater, withNewest } from './stretch.ts';

/** The reactions to a bug. */
export const bugReactionsQuery = (bugId: string) => endpointQuery(getBugReactions, { params: { id: bugId } });

export const timelines = { queryKey: endpointKey(getActivity) };

/** The timeline of a bug: its newest entries at first, or those around an entry. Fetched again, it keeps what is loaded. */
export const timelineQuery = (bugId: string, around?: string) =>
  queryOptions({
    queryKey: endpointKey(getActivity, bugId),
    queryFn: async ({ client, queryKey, signal }): Promise<Stretch> => {
      const before = client.getQueryData<Stretch>(queryKey);
      const query = before ? {} : { around };
      const page = await call(getActivity, { params: { id: bugId }, query, signal });
      const known = client.getQueryData<Stretch>(queryKey);
      if (!known) return page;
      // Of a stretch that does not reach to the end, the newest entries are no continuation.
      return known.after === null ? withNewest(known, page) : known;
    },
    // The user's own edit has just ended, mostly.
    refetchOnMount: 'always',
  });

/** Loads the page before the loaded entries, or the one behind them. */
export async function extendTimeline(
  client: QueryClient,
  bugId: string,
  direction: 'before' | 'after',
): Promise<void> {
  const { queryKey } = timelineQuery(bugId);
  const position = client.getQueryData(queryKey)?.[direction];
  if (position === null || position === undefined) return;
  const page = await call(getActivity, { params: { id: bugId }, query: { [direction]: position } });
  client.setQueryData(queryKey, (known) => {
    if (known?.[direction] !== position) return known;
    return direction === 'before' ? withEarlier(known, page) : withLater(known, page);
  });
}

/** Shows the newest entries where the loaded ones do not reach to the end, or the entries around one that is not loaded. */
export async function showEntries(client: QueryClient, bugId: string, around?: string): Promise<void> {
  const { queryKey } = timelineQuery(bugId);
  const known = client.getQueryData(queryKey);
  const isLoaded =
    around === undefined ? known?.after === null : known?.entries.some(({ _id }) => _id === around);
  if (isLoaded) return;
  const page = await call(getActivity, { params: { id: bugId }, query: { around } });
  client.setQueryData(queryKey, page);
}

/** Has the timeline show the comment as it now is. */
export function storeComment(client: QueryClient, comment: Comment): void {
  client.setQueryData(timelineQuery(comment.bugId).queryKey, (known) => known && withComment(known, comment));
}

/** Fetches comments again that are loaded. */
export async function refetchComments(client: QueryClient, ids: readonly string[]): Promise<void> {
  const shown = client.getQueriesData<Stretch>(timelines).flatMap(([, data]) => data ?? []);
  const known = ids.filter((id) => shown.some((stretch) => commentIn(stretch, id)));
  await Promise.all(
    known.map(async (id) => storeComment(client, await call(getComment, { params: { id } }))),
  );
}
