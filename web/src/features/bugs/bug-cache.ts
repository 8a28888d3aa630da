import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type Bug, listBugs } from '#contract/bugs.ts';
import { getStats } from '#contract/stats.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { type BugPage, bugQuery, isRefetched } from './queries.ts';

export type BugPages = InfiniteData<BugPage, string | undefined>;

/** The pages with the bug as it now is. */
export function withBug(data: BugPages, bug: Bug): BugPages {
  return mapPages(data, (bugs) => bugs.map((other) => (other._id === bug._id ? bug : other)));
}

/** The pages without the bug, and the number of matches one lower if it was among them. */
export function withoutBug(data: BugPages, id: string): BugPages {
  const found = data.pages.some(({ bugs }) => bugs.some((bug) => bug._id === id));
  if (!found) return data;
  const rest = mapPages(data, (bugs) => bugs.filter((bug) => bug._id !== id));
  return { ...rest, pages: rest.pages.map((page) => ({ ...page, total: oneLess(page.total) })) };
}

function mapPages(data: BugPages, change: (bugs: readonly Bug[]) => readonly Bug[]): BugPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, bugs: change(page.bugs) })) };
}

const oneLess = (total: string) => (/^[1-9]\d*$/.test(total) ? String(Number(total) - 1) : total);

/** After a bug was filed: lists are fetched anew; long ones begin again at the top, where the bug is. */
export async function bugCreated(client: QueryClient): Promise<void> {
  client.removeQueries({
    queryKey: endpointKey(listBugs),
    type: 'inactive',
    predicate: ({ state }) => isLong(state.data),
  });
  await refresh(client);
}

/** After a bug was changed: every list and page shows it as it now is, before they are fetched anew. */
export async function bugUpdated(client: QueryClient, bug: Bug): Promise<void> {
  client.setQueryData(bugQuery(bug._id).queryKey, bug);
  client.setQueriesData<BugPages>({ queryKey: endpointKey(listBugs) }, (data) => data && withBug(data, bug));
  await refresh(client);
}

/** After a bug was deleted: it is gone from every list. */
export async function bugDeleted(client: QueryClient, id: string): Promise<void> {
  client.setQueriesData<BugPages>(
    { queryKey: endpointKey(listBugs) },
    (data) => data && withoutBug(data, id),
  );
  client.removeQueries({ queryKey: bugQuery(id).queryKey, type: 'inactive' });
  await refresh(client);
}

async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: endpointKey(listBugs),
      predicate: ({ state }) => !isLong(state.data),
    }),
    client.invalidateQueries({ queryKey: endpointKey(getStats) }),
  ]);
}

function isLong(data: unknown): boolean {
  return !isRefetched((data as BugPages | undefined)?.pages.length ?? 0);
}
