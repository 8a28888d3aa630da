import {
  type InfiniteQueryObserverResult,
  type QueryFunction,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { Endpoint, Output } from '#contract/endpoint.ts';
import { call, type CallInput } from './call.ts';
import { isSilence } from './api-error.ts';

/** The cache key of an endpoint's responses for an input; without input, of all its responses. */
export function endpointKey(endpoint: Endpoint, ...input: unknown[]): readonly unknown[] {
  return [`${endpoint.method} ${endpoint.path}`, ...input];
}

/** The query of a GET endpoint, the same for the route's loader and the component. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions<Output<E>>({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call<E>(endpoint, { ...input, signal }),
  });
}

/** A query whose data are also in the response of `GET /api/workspace`. */
export interface WorkspaceQuery {
  /** The single call. */
  readonly endpoint: Endpoint;
  readonly queryKey: QueryKey;
  /** Makes the single call. */
  readonly queryFn: QueryFunction;
  /** Derives the data from the body of the single call. */
  readonly dataOf: (body: unknown) => unknown;
}

/** The query of an endpoint that is a part of the workspace. `dataOf` is needed where its data are not the body. */
export function inWorkspace<E extends Endpoint>(
  endpoint: E,
  { queryKey, queryFn }: { readonly queryKey: QueryKey; readonly queryFn?: unknown },
  dataOf: (body: Output<E>) => unknown = (body) => body,
): WorkspaceQuery {
  return {
    endpoint,
    queryKey,
    queryFn: queryFn as QueryFunction,
    dataOf: dataOf as (body: unknown) => unknown,
  };
}

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

/** The same as `failureOf`, for a paginated query: a further page has no earlier data to show. */
export function failureOfPages(list: Pages): Error | null {
  return list.isFetchNextPageError ? list.error : failureOf(list);
}

/** Retries the failed part: the next page, or all loaded pages. */
export function retryPages(list: Pages): void {
  void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch());
}
