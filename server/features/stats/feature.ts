import {
  type Dashboard,
  dashboardBugs,
  getDashboard,
  getStats,
  getWeeklyStats,
} from '#contract/bugs/stats.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import type { BugFinder, Selecting } from '#server/finding/finder.ts';
import type { Call } from '#server/http/request-context.ts';
import { route } from '#server/http/route.ts';
import { countBugs } from './queries.ts';
import { countWeeks } from './weeks.ts';

/** The dashboard's counts, and what else it shows. */
export const stats: ComposedFeature = {
  name: 'stats',
  compose: ({ finder }) => ({
    routes: [
      route(getStats, async ({ db, caller }) => countBugs(db, caller._id), { cached: true }),
      // Not cached: a week begins without a commit.
      route(getWeeklyStats, async ({ longReads, now }) => countWeeks(longReads, now())),
      route(getDashboard, async (call) => readDashboard(call, finder)),
    ],
  }),
};

async function readDashboard(call: Call<typeof getDashboard>, finder: BugFinder): Promise<Dashboard> {
  const first = async (selecting: Selecting) => {
    const found = await finder.find(call, selecting);
    const keys = await found.keys({ after: undefined, limit: dashboardBugs });
    const bugs = await found.bugs(keys, call.app.bugs);
    return bugs.map((json) => JSON.parse(json.toString()) as Bug);
  };
  const [weeks, mine, lately] = await Promise.all([
    countWeeks(call.longReads, call.now()),
    first({ assignedTo: 'me', status: 'open,in-progress' }),
    first({ sort: '-updatedAt' }),
  ]);
  return { weeks, mine, lately };
}
