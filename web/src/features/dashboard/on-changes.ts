import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { statsQuery } from './queries.ts';

/** The figures are read again when a bug has changed. */
export const statsOnChanges: OnChanges = async ({ queryClient }, changes) => {
  if (changes.some(({ type }) => type === 'bug'))
    await reread(queryClient, { queryKey: statsQuery.queryKey });
};
