import type { QueryClient } from '@tanstack/react-query';
import { type Bug, getBug, listBugs } from '#contract/bugs.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { BugPages } from './bug-pages.ts';

/** Every bug that a page has shown and that is still known, as it was last seen; some of them more than once. */
export function knownBugs(client: QueryClient): Bug[] {
  const lists = client.getQueriesData<BugPages>({ queryKey: endpointKey(listBugs) });
  const single = client.getQueriesData<Bug>({ queryKey: endpointKey(getBug) });
  return [
    ...single.flatMap(([, bug]) => bug ?? []),
    ...lists.flatMap(([, data]) => data?.pages ?? []).flatMap(({ bugs }) => bugs),
  ];
}
