import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { isPassing } from '#web/lib/api/api-error.ts';

/** Waits for a running fetch of the query, as its response may be older than the latest known change. */
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
