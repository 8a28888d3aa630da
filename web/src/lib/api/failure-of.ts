import type { InfiniteQueryObserverResult } from '@tanstack/react-query';
import { isSilence } from './api-error.ts';

/**
 * The failure of a query that its screen has to show. If the server did not respond and there is earlier data, the
 * screen shows that instead; a banner for all screens says that the server is unreachable.
 */
export function failureOf<E>({ data, error }: { data: unknown; error: E }): E | null {
  return data !== undefined && isSilence(error) ? null : error;
}

type Pages = Pick<
  InfiniteQueryObserverResult,
  'data' | 'error' | 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'
>;

/** The same for a paginated query: a further page has no earlier data to show. */
export function failureOfPages(list: Pages): Error | null {
  return list.isFetchNextPageError ? list.error : failureOf(list);
}

/** Retries what has failed: the next page, or all loaded pages. */
export function retryPages(list: Pages): void {
  void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch());
}
