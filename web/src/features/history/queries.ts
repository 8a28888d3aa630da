import { infiniteQueryOptions } from '@tanstack/react-query';
import { getHistory, historyPage } from '#contract/history.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';

/** A bug's history, page by page from its beginning. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: endpointKey(getHistory, id),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(getHistory, { params: { id }, query: { after: pageParam }, signal }),
    getNextPageParam: (page) => (page.length === historyPage ? page.at(-1)?._id : undefined),
    // One's own edit has just ended, mostly.
    refetchOnMount: 'always',
  });
