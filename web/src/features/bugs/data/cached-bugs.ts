import type { QueryClient } from '@tanstack/react-query';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugPages } from './bug-pages.ts';
import { bugLists, singleBugs } from './queries.ts';

/** Every bug that a page has shown and that is still known, as it was last seen; some of them more than once. */
export function knownBugs(client: QueryClient): Bug[] {
  const lists = client.getQueriesData<BugPages>(bugLists);
  const single = client.getQueriesData<Bug>(singleBugs);
  return [
    ...single.flatMap(([, bug]) => bug ?? []),
    ...lists.flatMap(([, data]) => data?.pages ?? []).flatMap(({ bugs }) => bugs),
  ];
}
