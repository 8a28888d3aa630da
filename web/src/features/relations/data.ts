import { keepPreviousData, type Query, queryOptions } from '@tanstack/react-query';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { listLikelyDuplicates, maxCompared } from '#contract/bugs/likely-duplicates.ts';
import { getRelations, type Relations } from '#contract/bugs/relations.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugPartQuery } from '#web/lib/bugs/bug-page.ts';
import { findBugs } from '#web/lib/bugs/find-bugs.ts';
import { type OnChanges, reread } from '#web/lib/live/change.ts';

export const relationsQuery = (bugId: string) => bugPartQuery(getRelations, bugId);

/** The maximum number of bugs offered at once. */
const most = 8;

/**
 * The bugs for a text, newest first, after the one with the typed number, filtered by `mayChoose`. Live updates do not
 * patch them.
 */
export const foundQuery = (text: string, mayChoose?: (bug: Bug) => boolean) =>
  queryOptions({
    queryKey: ['bugs found to be related', text, mayChoose !== undefined],
    queryFn: async ({ signal }): Promise<BugReference[]> => {
      const all = await findBugs(text, most, signal);
      return (mayChoose ? all.filter(mayChoose) : all).flatMap(referenceTo);
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 5_000,
  });

/** Bugs similar to this one, offered before input. */
export const likeQuery = ({ _id: id, title }: Bug) =>
  queryOptions({
    queryKey: endpointKey(listLikelyDuplicates, 'like', id),
    queryFn: async ({ signal }): Promise<BugReference[]> => {
      const query = { title: title.slice(0, maxCompared.title).toWellFormed() };
      const found = await call(listLikelyDuplicates, { query, signal });
      return found.map(({ duplicateOf, ...one }) => duplicateOf ?? one).filter(({ _id }) => _id !== id);
    },
    // Searching works without them.
    retry: false,
    gcTime: 5_000,
  });

function referenceTo({ _id, number, title, status }: Bug): BugReference[] {
  return number === undefined ? [] : [{ _id, number, title, status }];
}

/** Refetches the relations of the changed bugs, and those that show one of them. */
export const relationsChanged: OnChanges = async ({ queryClient }, changes) => {
  const changed = new Set(changes.map(({ _id }) => _id));
  await Promise.all([
    ...[...changed].map((id) => reread(queryClient, { queryKey: relationsQuery(id).queryKey })),
    reread(queryClient, {
      queryKey: endpointKey(getRelations),
      predicate: (query) => isOnItsWay(query) || shows(query.state.data as Relations | undefined, changed),
    }),
  ]);
};

/** Whether a query is being fetched. Only after that is it known which bugs it shows. */
const isOnItsWay = ({ state }: Query) => state.fetchStatus === 'fetching';

function shows(data: Relations | undefined, changed: ReadonlySet<string>): boolean {
  if (!data) return false;
  return (
    (data.final !== null && changed.has(data.final._id)) ||
    data.relations.some(({ bug }) => changed.has(bug._id))
  );
}
