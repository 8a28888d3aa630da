import type { QueryClient } from '@tanstack/react-query';
import type { BugFilter } from '#web/lib/api/bug-filter.ts';

/* In the cache of queries, which is cleared when another user signs in. */
const queryKey = ['the last list'];

/** The filter and order of a list, and the field by which its address groups it. */
type LastList = BugFilter & { readonly group?: string };

/** Notes the filter and order of the list, for the return to it from a page without them in its address. */
export function noteList(client: QueryClient, list: LastList): void {
  client.setQueryDefaults(queryKey, { gcTime: Infinity });
  client.setQueryData(queryKey, list);
}

/** The filter and order of the list when it was last shown. */
export function lastList(client: QueryClient): LastList {
  return client.getQueryData<LastList>(queryKey) ?? {};
}
