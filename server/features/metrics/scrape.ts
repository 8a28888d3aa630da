import { Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { serverMessages } from '#contract/server-messages.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { isOperator } from '#server/http/operator.ts';
import type { AppContext } from '#server/http/request-context.ts';
import { gauges } from './gauges.ts';
import { processMetrics } from './process-metrics.ts';

/**
 * `/metrics`, in the text format of Prometheus, for admins and for clients that send the `METRICS_TOKEN`. Without a
 * token, the address exists only for admins.
 */
export function serveMetrics(app: FastifyInstance, context: AppContext): void {
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
