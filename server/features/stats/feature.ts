import { getStats, getWeeklyStats } from '#contract/bugs/stats.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { countBugs } from './queries.ts';
import { countWeeks } from './weeks.ts';

/** The dashboard's counts. */
export const stats: Feature = {
  name: 'stats',
  routes: [
    route(getStats, async ({ db, caller }) => countBugs(db, caller._id), { cached: true }),
    // Not cached: a week begins without a commit.
    route(getWeeklyStats, async ({ longReads, now }) => countWeeks(longReads, now())),
  ],
};
