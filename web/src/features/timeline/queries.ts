import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { activityPage, getActivity } from '#contract/bugs/history.ts';
import { type Comment, getComment, getBugReactions } from '#contract/conversation/comments.ts';
import { getBugMail } from '#contract/conversation/mail-in.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { bugPartQuery, partOfPage } from '#web/lib/bugs/bug-page.ts';
import { patch, settled } from '#web/lib/live/change.ts';
import {
  commentIn,
  isSince,
  type Stretch,
  withComment,
  withEarlier,
  withLater,
  withNewest,
} from './stretch.ts';

/** The reactions to a bug. */
export const bugReactionsQuery = (bugId: string) => bugPartQuery(getBugReactions, bugId);

/** Whether a bug came by an e-mail that the user can read. */
export const bugMailQuery = (bugId: string) => bugPartQuery(getBugMail, bugId);

export const timelines = { queryKey: endpointKey(getActivity) };

/** A bug's timeline: at first its newest entries, or those around an entry. A refetch loads as many as are loaded. */
export const timelineQuery = (bugId: string, linked?: string) =>
  queryOptions({
    queryKey: endpointKey(getActivity, bugId),
    queryFn: async (context): Promise<Stretch> => {
      const ofPage = await partOfPage(getActivity, bugId, context);
      const { client, queryKey, signal } = context;
      const known = client.getQueryData<Stretch>(queryKey);
      const read = (query: Wanted) => call(getActivity, { params: { id: bugId }, query, signal });
      if (known) {
        const page = await readAgain(known, ofPage, read);
        // More may have been loaded meanwhile, and the reader may be there.
        const now = client.getQueryData<Stretch>(queryKey) ?? known;
        return now.after === null && page.after === null ? withNewest(now, page) : page;
      }
      if (ofPage) return ofPage;
      try {
        return await read({ around: linked });
      } catch (error) {
        // The address is not validated.
        if (linked !== undefined && error instanceof ApiError && error.status === 400) return read({});
        throw error;
      }
    },
    staleTime: untilChanged,
  });

interface Wanted {
  readonly around?: string | undefined;
  readonly before?: string;
  readonly limit?: string;
}

/** Reads all loaded entries again, so that no change is missed. `newest`: entries that have just been read, if any. */
async function readAgain(
  { entries, after }: Stretch,
  newest: Stretch | undefined,
  read: (query: Wanted) => Promise<Stretch>,
): Promise<Stretch> {
  const limit = String(Math.min(activityPage.max, Math.max(activityPage.usual, entries.length)));
  let page =
    after === null && newest?.after === null
      ? newest
      : await read({ around: after === null ? undefined : entries.at(-1)?._id, limit });
  while (page.before !== null && !isSince(page, entries[0]))
    page = withEarlier(page, await read({ before: page.before, limit }));
  return page;
}

/** Reads the newest entries of a bug's timeline, and keeps the other loaded ones. */
export async function readNewest(client: QueryClient, bugId: string): Promise<void> {
  const { queryKey } = timelineQuery(bugId);
  const query = client.getQueryCache().find({ queryKey });
  if (!query) return;
  await settled(client, query);
  if (!query.isActive()) return client.invalidateQueries({ queryKey, refetchType: 'none' });
  const page = await call(getActivity, { params: { id: bugId } });
  // The newest entries do not continue a stretch that ends earlier.
  client.setQueryData<Stretch>(
    queryKey,
    (known) => known && (known.after === null ? withNewest(known, page) : known),
  );
}

/** Has the timelines that name one of these bugs as related fetched again when they are shown. */
export async function forgetRelated(client: QueryClient, bugIds: ReadonlySet<string>): Promise<void> {
  const names = (stretch: Stretch | undefined) =>
    stretch?.entries.some((entry) => entry.kind === 'relation' && bugIds.has(entry.relation.bug?._id ?? ''));
  await client.invalidateQueries({
    ...timelines,
    type: 'inactive',
    predicate: ({ state }) => names(state.data as Stretch | undefined) === true,
    refetchType: 'none',
  });
}

/** Loads the page before the loaded entries, or the one after them. */
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

/** Loads all entries before and after the loaded ones. */
export async function loadWhole(client: QueryClient, bugId: string): Promise<void> {
  for (const direction of ['before', 'after'] as const) {
    let at: string | null | undefined;
    do {
      at = client.getQueryData(timelineQuery(bugId).queryKey)?.[direction];
      await extendTimeline(client, bugId, direction);
    } while (client.getQueryData(timelineQuery(bugId).queryKey)?.[direction] !== at);
  }
}

/** Shows the beginning of the timeline, or its newest entries. */
export async function showEnd(
  client: QueryClient,
  bugId: string,
  direction: 'before' | 'after',
): Promise<void> {
  const query = direction === 'before' ? ({ from: 'start' } as const) : {};
  const page = await call(getActivity, { params: { id: bugId }, query });
  client.setQueryData(timelineQuery(bugId).queryKey, page);
}

/** Shows the newest entries if the loaded ones end earlier, or the entries around one that is not loaded. */
export async function showEntries(client: QueryClient, bugId: string, around?: string): Promise<void> {
  const { queryKey } = timelineQuery(bugId);
  const known = client.getQueryData(queryKey);
  const isLoaded =
    around === undefined ? known?.after === null : known?.entries.some(({ _id }) => _id === around);
  if (isLoaded) return;
  const page = await call(getActivity, { params: { id: bugId }, query: { around } });
  client.setQueryData(queryKey, page);
}

/** Stores the comment's current state in the timeline. */
export function storeComment(client: QueryClient, comment: Comment): void {
  const { queryKey } = timelineQuery(comment.bugId);
  patch<Stretch>(client, { queryKey, exact: true }, (known) => withComment(known, comment));
}

/** The comment as cached in the timeline. */
export function commentNow(client: QueryClient, comment: Comment): Comment {
  const known = client.getQueryData<Stretch>(timelineQuery(comment.bugId).queryKey);
  return (known && commentIn(known, comment._id)) ?? comment;
}

/** Refetches those of the comments that are loaded. */
export async function refetchComments(client: QueryClient, ids: readonly string[]): Promise<void> {
  const shown = client.getQueriesData<Stretch>(timelines).flatMap(([, data]) => data ?? []);
  const known = ids.filter((id) => shown.some((stretch) => commentIn(stretch, id)));
  await Promise.all(known.map((id) => refetchComment(client, id)));
}

async function refetchComment(client: QueryClient, id: string): Promise<void> {
  try {
    storeComment(client, await call(getComment, { params: { id } }));
  } catch (error) {
    // The comment was deleted with its bug, whose page shows that.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
