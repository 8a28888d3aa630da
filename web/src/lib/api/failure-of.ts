import type { InfiniteQueryObserverResult } from '@tanstack/react-query';
import { isSilence } from './api-error.ts';

/**
 * The failure of a query, where its screen has to tell of it. Where nobody answered and something is known, that stays
 * on screen instead; that the server is out of reach is told once, for all screens.
 */
export function failureOf<E>({ data, error }: { data: unknown; error: E }): E | null {
  return data !== undefined && isSilence(error) ? null : error;
}

type Pages = Pick<
  InfiniteQueryObserverResult,
  'data' | 'error' | 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'
>;

/** The same for a query that is read page by page: of a further page nothing is known that could stay in its place. */
export function failureOfPages(list: Pages): Error | null {
  return list.isFetchNextPageError ? list.error : failureOf(list);
}

/** Tries again what has failed, the next page or all that is loaded. */
export function retryPages(list: Pages): void {
  void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch());
}
