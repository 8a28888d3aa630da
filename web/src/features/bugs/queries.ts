import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Bug, type BugFilter, getBug, listBugs } from '#contract/bugs.ts';
import { listUsers } from '#contract/users.ts';
import { nextCursor } from '#web/lib/api/address.ts';
import { exchange } from '#web/lib/api/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';

/** Small enough to show at once, large enough that most trackers are loaded in a few. */
const pageSize = 100;
/** A list read this far is not fetched anew for its own sake: its rows are kept right as bugs change. */
const maxRefetchedPages = 5;

export interface BugPage {
  readonly bugs: readonly Bug[];
  /** How many match, as the server says it: a number, or `1000+`. */
  readonly total: string;
  readonly next: string | undefined;
}

export const bugQuery = (id: string) => endpointQuery(getBug, { params: { id } });

export const usersQuery = endpointQuery(listUsers, {});

export const bugListQuery = (filter: BugFilter) =>
  infiniteQueryOptions({
    queryKey: endpointKey(listBugs, filter),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, signal),
    getNextPageParam: (page) => page.next,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= maxRefetchedPages,
  });

async function fetchPage(
  filter: BugFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<BugPage> {
  const query = { ...filter, limit: String(pageSize), cursor };
  const { body, headers } = await exchange(listBugs, { query, signal });
  return { bugs: body, total: headers.get('x-total-count') ?? '', next: nextCursor(headers.get('link')) };
}

/** Whether a list is short enough to be fetched anew after a change. */
export function isRefetched(pages: number): boolean {
  return pages <= maxRefetchedPages;
}
