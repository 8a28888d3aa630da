import { getStats, getWeeklyStats } from '#contract/stats.ts';
import type { Feature } from '#server/feature.ts';
import { readRoute, route } from '#server/http/route.ts';
import { countBugs } from './queries.ts';
import { countWeeks } from './weeks.ts';

/** The dashboard's counts. */
export const stats: Feature = {
  name: 'stats',
  routes: [
    readRoute(getStats, async ({ db, caller }) => countBugs(db, caller._id)),
    // Not one that is kept: a week begins without anything being written.
    route(getWeeklyStats, async ({ db, now }) => countWeeks(db, now())),
  ],
};
