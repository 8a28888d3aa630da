import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { activityPage, getActivity } from '#contract/activity.ts';
import { type Comment, getComment } from '#contract/comments.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { getBugReactions } from '#contract/reactions.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';
import { settled } from '#web/lib/live/reread.ts';
import { commentIn, type Stretch, withComment, withEarlier, withLater, withNewest } from './stretch.ts';

/** The reactions to a bug. */
export const bugReactionsQuery = (bugId: string) => endpointQuery(getBugReactions, { params: { id: bugId } });

export const timelines = { queryKey: endpointKey(getActivity) };

/** So many entries are read again at most; of more that are loaded, the earlier ones stay as they are. */
const mostAgain = activityPage.max;

/** The timeline of a bug: its newest entries at first, or those around an entry. Fetched again, so many of them are as are loaded. */
export const timelineQuery = (bugId: string, linked?: string) =>
  queryOptions({
    queryKey: endpointKey(getActivity, bugId),
    queryFn: async ({ client, queryKey, signal }): Promise<Stretch> => {
      const known = client.getQueryData<Stretch>(queryKey);
      const read = (around: string | undefined, limit?: number) =>
        call(getActivity, {
          params: { id: bugId },
          query: { around, limit: limit === undefined ? undefined : String(limit) },
          signal,
        });
      if (known) {
        const { entries, after } = known;
        const limit = Math.min(mostAgain, Math.max(activityPage.usual, entries.length));
        const page = await read(after === null ? undefined : entries[entries.length >> 1]?._id, limit);
        // Meanwhile more may have been loaded, and the reader's place may be there.
        const now = client.getQueryData<Stretch>(queryKey) ?? known;
        return now.after === null && page.after === null ? withNewest(now, page) : page;
      }
      try {
        return await read(linked);
      } catch (error) {
        // The address may name anything.
        if (linked !== undefined && error instanceof ApiError && error.status === 400) return read(undefined);
        throw error;
      }
    },
    // The user's own edit has just ended, mostly.
    refetchOnMount: 'always',
  });

/** Reads the newest entries of a bug's timeline, and keeps the others that are loaded. */
export async function readNewest(client: QueryClient, bugId: string): Promise<void> {
  const { queryKey } = timelineQuery(bugId);
  const query = client.getQueryCache().find({ queryKey });
  if (!query) return;
  if (!query.isActive()) return client.invalidateQueries({ queryKey, refetchType: 'none' });
  await settled(client, query);
  const page = await call(getActivity, { params: { id: bugId } });
  // Of a stretch that does not reach to the end, the newest entries are no continuation.
  client.setQueryData<Stretch>(
    queryKey,
    (known) => known && (known.after === null ? withNewest(known, page) : known),
  );
}

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

/** The comment as the timeline has it. */
export function commentNow(client: QueryClient, comment: Comment): Comment {
  const known = client.getQueryData<Stretch>(timelineQuery(comment.bugId).queryKey);
  return (known && commentIn(known, comment._id)) ?? comment;
}

/** Fetches comments again that are loaded. */
export async function refetchComments(client: QueryClient, ids: readonly string[]): Promise<void> {
  const shown = client.getQueriesData<Stretch>(timelines).flatMap(([, data]) => data ?? []);
  const known = ids.filter((id) => shown.some((stretch) => commentIn(stretch, id)));
  await Promise.all(known.map((id) => refetchComment(client, id)));
}

async function refetchComment(client: QueryClient, id: string): Promise<void> {
  try {
    storeComment(client, await call(getComment, { params: { id } }));
  } catch (error) {
    // It has gone with its bug, whose page says so.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
