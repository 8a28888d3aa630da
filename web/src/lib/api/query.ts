import { queryOptions } from '@tanstack/react-query';
import type { Endpoint, Output } from '#contract/endpoint.ts';
import { call, type CallInput } from './call.ts';
import { isStreamOpen } from './stream-open.ts';

/** The key under which an endpoint's answers are cached; without input, of all of them. */
export function endpointKey(endpoint: Endpoint, ...input: unknown[]): readonly unknown[] {
  return [`${endpoint.method} ${endpoint.path}`, ...input];
}

/** The query of a GET endpoint: one value for the route's loader and for the component alike. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions<Output<E>>({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call<E>(endpoint, { ...input, signal }),
  });
}

/** Milliseconds for which an answer is used without being fetched again. */
export const briefly = 5_000;

/** Milliseconds for which an answer is used that live changes correct, also while no screen shows it. */
const followedTime = 600_000;

/**
 * Like `endpointQuery`, for the short lists that many screens need, such as labels. Live changes correct them: while the
 * stream of changes delivers, a screen does not fetch them again. Not for data of which some change has no live event.
 */
export function followedQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const query = endpointQuery(endpoint, input);
  return { ...query, gcTime: followedTime, staleTime: () => (isStreamOpen() ? followedTime : briefly) };
}
