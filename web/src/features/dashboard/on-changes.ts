import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { bugLists, statsQuery, weeksQuery } from './queries.ts';

/** Figures and lists are read again when a bug has changed, and the lists when somebody is called otherwise. */
export const dashboardOnChanges: OnChanges = async ({ queryClient }, changes) => {
  const isBug = changes.some(({ type }) => type === 'bug');
  const figures = isBug ? [statsQuery, weeksQuery] : [];
  await Promise.all([...figures, bugLists].map(({ queryKey }) => reread(queryClient, { queryKey })));
};
