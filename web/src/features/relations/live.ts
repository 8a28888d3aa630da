import type { Query } from '@tanstack/react-query';
import { getRelations, type Relations } from '#contract/bugs/relations.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { relationsQuery } from './queries.ts';

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

/** Which bugs it will show is known only once it is loaded. */
const isOnItsWay = ({ state }: Query) => state.fetchStatus === 'fetching';

function shows(data: Relations | undefined, changed: ReadonlySet<string>): boolean {
  if (!data) return false;
  return (
    (data.final !== null && changed.has(data.final._id)) ||
    data.relations.some(({ bug }) => changed.has(bug._id))
  );
}
