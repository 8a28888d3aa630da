import { getTimes } from '#contract/admin/metrics.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { minutes } from '#server/http/metrics/recent-times.ts';
import { route } from '#server/http/route.ts';
import { serveMetrics } from './scrape.ts';

/** The server's metrics: a page for admins, and `/metrics` for programs. */
export const metrics: Feature = {
  name: 'metrics',
  routes: [
    route(getTimes, async ({ metrics: { name, times } }) => ({
      instance: name(),
      minutes,
      routes: times.recent(),
    })),
  ],
  serve: serveMetrics,
};
