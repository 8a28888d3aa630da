import type { QueryClient } from '@tanstack/react-query';
import type { BugFilter } from '#web/lib/api/bug-filter.ts';

/* In the cache of queries, which is cleared when another user signs in. */
const queryKey = ['the last list'];

/** Notes what the list is narrowed to and sorted by, for coming back to it from a page without an address for that. */
export function noteList(client: QueryClient, filter: BugFilter): void {
  client.setQueryDefaults(queryKey, { gcTime: Infinity });
  client.setQueryData(queryKey, filter);
}

/** What the list was narrowed to and sorted by when it was last in sight. */
export function lastList(client: QueryClient): BugFilter {
  return client.getQueryData<BugFilter>(queryKey) ?? {};
}
