import type { QueryClient } from '@tanstack/react-query';
import type { Bug } from '#web/lib/api/specified.ts';
import { type BugPages, bugsOf } from './bug-pages.ts';
import { bugLists, singleBugs } from './queries.ts';

/** Every bug in the query cache: single ones and those of lists. A bug may appear more than once. */
export function cachedBugs(client: QueryClient): Bug[] {
  const lists = client.getQueriesData<BugPages>(bugLists);
  const single = client.getQueriesData<Bug>(singleBugs);
  return [...single.flatMap(([, bug]) => bug ?? []), ...lists.flatMap(([, data]) => bugsOf(data))];
}
