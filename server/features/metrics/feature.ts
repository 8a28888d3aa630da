import { Registry, collectDefaultMetrics } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { getTimes } from '#contract/admin/admin.ts';
import { serverMessages } from '#contract/server-messages.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { minutes } from '#server/http/metrics/request-times.ts';
import { route } from '#server/http/route.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { AppContext } from '#server/http/request-context.ts';
import { isOperator } from '#server/http/session/session.ts';
import { gauges } from './gauges.ts';

/** The server's metrics: a page for admins, and `/metrics` for programs. */
export const metrics: Feature = {
  name: 'metrics',
  routes: [
    route(
      getTimes,
      async ({
        app: {
          metrics: { name, times },
        },
      }) => ({
        instance: name(),
        minutes,
        routes: times.recent(),
      }),
    ),
  ],
  serve: serveMetrics,
};

/**
 * `/metrics`, in the text format of Prometheus, for admins and for clients that send the `METRICS_TOKEN`. Without a
 * token, the address exists only for admins.
 */
function serveMetrics(app: FastifyInstance, context: AppContext): void {
  const { times } = context.metrics;
  const own = gauges(context);
  app.get('/metrics', async ({ headers: { authorization } }, reply) => {
    if (!(await isOperator(authorization, context))) throw refusal(context);
    const registry = Registry.merge([times.registry, own, processMetrics()]);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function refusal({ settings }: AppContext): AppError {
  if (settings.metricsToken === undefined) return notFound();
  return new AppError('unauthorized', serverMessages.metricsToken(), {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

let ofProcess: Registry | undefined;

/**
 * Memory, processor and event loop of this process, as the library measures them. The measurement starts at the first
 * scrape: without scrapes, the event loop is not monitored.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}
