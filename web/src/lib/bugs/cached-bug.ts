import type { QueryClient, QueryMeta } from '@tanstack/react-query';
import { endpointQuery } from '#web/lib/api/query.ts';
import { type Bug, getBug } from '#web/lib/api/specified.ts';

const keyOf = (id: string) => endpointQuery(getBug, { params: { id } }).queryKey;

/** The bug, if it is cached on its own, outside lists; otherwise undefined. */
export function cachedBug(client: QueryClient, id: string): Bug | undefined {
  return client.getQueryData(keyOf(id));
}

/** Caches a response, unless a later version of the bug is cached. */
export function cacheBug(client: QueryClient, bug: Bug): void {
  client.setQueryData(keyOf(bug._id), (known) => newerOf(known, bug));
}

/** The `meta` of a query whose data have whole bugs, which open at once with these data. */
interface ShowsBugs extends QueryMeta {
  readonly bugsIn?: (data: never) => readonly Bug[];
}

export const showsBugs = (bugsIn: NonNullable<ShowsBugs['bugsIn']>): ShowsBugs => ({ bugsIn });

/** The bugs in the data of such queries. */
export function bugsShown(client: QueryClient): readonly Bug[] {
  return client
    .getQueryCache()
    .getAll()
    .flatMap(({ meta, state: { data } }) => {
      const { bugsIn }: ShowsBugs = meta ?? {};
      return data === undefined ? [] : (bugsIn?.(data as never) ?? []);
    });
}

/** The later version of the cached bug and a response; for equal versions, the response. */
export function newerOf(known: Bug | undefined, bug: Bug): Bug {
  return known && isLater(known, bug) ? known : bug;
}

/** Whether one version of a bug is later than another one. */
export function isLater(one: Bug, other: Bug): boolean {
  return (one.version ?? 0) > (other.version ?? 0);
}
