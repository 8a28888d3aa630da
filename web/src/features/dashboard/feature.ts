import { feature } from '#web/lib/feature.ts';
import { reread } from '#web/lib/live/reread.ts';
import { statsQuery } from './queries.ts';
import { dashboardRoute } from './routes.ts';

/** Its link is the title of the bar. */
export const dashboard = feature({
  open: [],
  protected: [dashboardRoute],
  nav: [],
  async onChanges({ queryClient }, changes) {
    if (changes.some(({ type }) => type === 'bug'))
      await reread(queryClient, { queryKey: statsQuery.queryKey });
  },
});
