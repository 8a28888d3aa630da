import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { Change } from '#contract/live.ts';
import { getActivity } from '#contract/bugs/history.ts';
import type { User } from '#web/lib/session/session.ts';
import { isPassing } from '#web/lib/api/api-error.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { getBug, listBugs } from '#web/lib/api/specified.ts';
import type { AskAgain } from './asks.ts';

/** A change with its position in the order of all changes. */
export interface LiveChange extends Change {
  readonly seq: number;
  /** For a bug that was filed by one of the changes in this batch: the position of that change. */
  readonly filed?: number;
}

/** The user, the cache that screens show, and the way to fetch data again that a change may have altered. */
export interface Screens {
  readonly queryClient: QueryClient;
  readonly user: User;
  readonly askAgain: AskAgain;
}

/**
 * Updates the cache after changes, given only the latest change of each resource. May get the same changes again.
 * Rejects if the server was unreachable, and is called again then.
 */
export type OnChanges = (screens: Screens, changes: readonly LiveChange[]) => Promise<void>;

/** By kind of change: the keys of the queries to refetch, or a function that patches the cache. */
export type LiveHandlers = Readonly<Record<string, readonly QueryKey[] | OnChanges>>;

/**
 * Passes changes to the handlers of their kinds: one feature's handlers run sequentially, as declared, and features in
 * parallel. Changes of a kind without handlers are ignored. Rejects if a handler did, after all have finished.
 */
export async function dispatch(
  features: readonly LiveHandlers[],
  screens: Screens,
  changes: readonly LiveChange[],
): Promise<void> {
  // Waits for all, so that none of this batch is still running when the next one arrives.
  const outcomes = await Promise.allSettled(features.map((handlers) => handle(handlers, screens, changes)));
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

async function handle(
  handlers: LiveHandlers,
  screens: Screens,
  changes: readonly LiveChange[],
): Promise<void> {
  for (const [kind, handler] of Object.entries(handlers)) {
    const ofKind = changes.filter(({ type }) => type === kind);
    if (ofKind.length === 0) continue;
    if (typeof handler === 'function') await handler(screens, ofKind);
    else await Promise.all(handler.map((queryKey) => reread(screens.queryClient, { queryKey })));
  }
}

/** Waits for a running fetch of the query, because its response may be older than the latest known change. */
export function settled(client: QueryClient, query: Query): Promise<void> {
  return new Promise((resolve) => {
    if (query.state.fetchStatus !== 'fetching') return resolve();
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.query !== query) return;
      if (event.type !== 'removed' && query.state.fetchStatus === 'fetching') return;
      stop();
      resolve();
    });
  });
}

/**
 * Waits for running fetches of these queries, then refetches the active ones; inactive ones are fetched when they are
 * shown. Rejects if the server was unreachable.
 */
export async function reread(client: QueryClient, filters: QueryFilters): Promise<void> {
  const cache = client.getQueryCache();
  await Promise.all(cache.findAll(filters).map((query) => settled(client, query)));
  await client.invalidateQueries(filters);
  const failed = cache
    .findAll({ ...filters, type: 'active' })
    .find(({ state }) => state.isInvalidated && isPassing(state.error));
  if (failed) throw failed.state.error ?? new Error('The server could not be asked');
}

/** Changes parts of the queries' data. Invalidated queries stay so: a changed part does not make them current. */
export function patch<T>(
  client: QueryClient,
  filters: QueryFilters,
  change: (data: T, query: Query) => T,
): void {
  for (const query of client.getQueryCache().findAll(filters)) {
    const { isInvalidated } = query.state;
    client.setQueryData<T>(query.queryKey, (data) => data && change(data, query));
    if (isInvalidated) query.invalidate();
  }
}

const keysOfBugs = new Set([listBugs, getBug, getActivity].map((endpoint) => endpointKey(endpoint)[0]));

/**
 * The queries with these keys, and those of bugs whose data contain one of these texts, such as the id of a label: after
 * it is renamed, bugs keep their version but show another name.
 */
export function showingNames(
  keys: readonly (readonly unknown[])[],
  mentioned: readonly string[],
): QueryFilters {
  const mayMention = ({ queryKey, state }: Query) => {
    // The response of a running fetch may be older than the change.
    if (state.fetchStatus === 'fetching') return true;
    const text = JSON.stringify([queryKey, state.data]);
    return mentioned.some((part) => text.includes(part));
  };
  return {
    predicate: (query) =>
      keys.some(([key]) => key === query.queryKey[0]) ||
      (keysOfBugs.has(String(query.queryKey[0])) && mayMention(query)),
  };
}
