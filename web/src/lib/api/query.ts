import { queryOptions } from '@tanstack/react-query';
import type { Endpoint, Output } from '#contract/endpoint.ts';
import { call, type CallInput } from './call.ts';

/** The cache key of an endpoint's responses; without input, of all of them. */
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
