import { getStats } from '#contract/stats.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

export const statsQuery = endpointQuery(getStats, {});
