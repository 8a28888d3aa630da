import { queryOptions } from '@tanstack/react-query';
import type { Endpoint, Output } from '#contract/endpoint.ts';
import { call, type CallInput } from './call.ts';

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
