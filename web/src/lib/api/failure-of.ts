import type { InfiniteQueryObserverResult } from '@tanstack/react-query';
import { isSilence } from './api-error.ts';

/**
 * The failure of a query, if its screen has to show it. If the server did not answer and there is earlier data, that stays
 * on screen instead; a banner for all screens says that the server is out of reach.
 */
export function failureOf<E>({ data, error }: { data: unknown; error: E }): E | null {
  return data !== undefined && isSilence(error) ? null : error;
}

type Pages = Pick<
  InfiniteQueryObserverResult,
  'data' | 'error' | 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'
>;

/** The same for a paginated query: a further page has no earlier data to show instead. */
export function failureOfPages(list: Pages): Error | null {
  return list.isFetchNextPageError ? list.error : failureOf(list);
}

/** Tries again what has failed, the next page or all that is loaded. */
export function retryPages(list: Pages): void {
  void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch());
}
