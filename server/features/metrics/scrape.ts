import { createHash, timingSafeEqual } from 'node:crypto';
import { Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { AppError, notFound } from '#server/http/errors.ts';
import type { Context } from '#server/http/route.ts';
import { findCaller } from '#server/http/session.ts';
import { bearerToken } from '#server/http/token.ts';
import { gauges } from './gauges.ts';
import { processMetrics } from './process-metrics.ts';

/**
 * `/metrics`, in the text format of Prometheus, for admins and for whoever sends the `METRICS_TOKEN`. Where none is set,
 * there is no such address for anyone else.
 */
export function serveMetrics(app: FastifyInstance, context: Context): void {
  const { times } = context.vitals;
  const own = gauges(context);
  app.get('/metrics', async ({ headers: { authorization } }, reply) => {
    if (!(await mayRead(authorization, context))) throw refusal(context);
    const registry = Registry.merge([times.registry, own, processMetrics()]);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function mayRead(authorization: string | undefined, context: Context): Promise<boolean> {
  const { now, settings, state } = context;
  if (settings.metricsToken !== undefined && isToken(authorization, settings.metricsToken)) return true;
  const session = bearerToken(authorization);
  if (session === undefined) return false;
  const found = await findCaller(context, session, now(), state());
  return found?.caller.role === 'admin';
}

/** Whether the header carries the token; how much of it is right does not show in the time that this takes. */
function isToken(authorization = '', token: string): boolean {
  const [, sent = ''] = /^Bearer (.+)$/i.exec(authorization) ?? [];
  return timingSafeEqual(hash(sent), hash(token));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refusal({ settings }: Context): AppError {
  if (settings.metricsToken === undefined) return notFound();
  return new AppError('unauthorized', 'Send the METRICS_TOKEN, or the session of an admin, as bearer token', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}
