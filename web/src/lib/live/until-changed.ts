import type { Query } from '@tanstack/react-query';
import { sharedFor } from '#web/lib/routes.ts';

let gaplessSince = (): number | undefined => undefined;

/** Sets the function that returns since when the page has learnt of every change; see `Live.gaplessSince`. */
export function trustSince(since: () => number | undefined): void {
  gaplessSince = since;
}

/**
 * The `staleTime` of queries that live changes renew. Data loaded since the page has learnt of every change is shown
 * again without a call, until a change patches or invalidates it. Other data gets stale as soon as that of any query.
 */
export function untilChanged({ state }: Pick<Query, 'state'>): number {
  const since = gaplessSince();
  return since !== undefined && state.dataUpdatedAt >= since ? Infinity : sharedFor;
}
