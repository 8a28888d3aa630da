import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { relationsQuery } from './queries.ts';

/** Reads the relations of bugs again that are shown in another way now. */
export const relationsChanged: OnChanges = async ({ queryClient }, changes) => {
  await Promise.all(
    changes.map(({ _id }) => reread(queryClient, { queryKey: relationsQuery(_id).queryKey })),
  );
};
