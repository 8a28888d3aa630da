import { getStats } from '#contract/stats.ts';
import type { Feature } from '#server/feature.ts';
import { route } from '#server/http/route.ts';
import { countBugs } from './queries.ts';

/** The dashboard's counts. */
export const stats: Feature = {
  name: 'stats',
  routes: [route(getStats, async ({ db, caller }) => countBugs(db, caller._id))],
};
