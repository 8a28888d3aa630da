import { getStats } from '#contract/stats.ts';
import type { Feature } from '#server/feature.ts';
import { readRoute } from '#server/http/route.ts';
import { countBugs } from './queries.ts';

/** The dashboard's counts. */
export const stats: Feature = {
  name: 'stats',
  routes: [readRoute(getStats, async ({ db, caller }) => countBugs(db, caller._id))],
};
