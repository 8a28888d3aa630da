import { infiniteQueryOptions } from '@tanstack/react-query';
import { getHistory } from '#contract/history.ts';
import { nextCursor } from '#web/lib/api/address.ts';
import { exchange } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';

/** A bug's history, page by page from its beginning. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: endpointKey(getHistory, id),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { after: pageParam };
      const { body: entries, headers } = await exchange(getHistory, { params: { id }, query, signal });
      return { entries, next: nextCursor(headers.get('link'), 'after') };
    },
    getNextPageParam: ({ next }) => next,
    // One's own edit has just ended, mostly.
    refetchOnMount: 'always',
  });
