import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Store } from './engine/store.ts';

/** Supervisors kill the process after ten seconds, so stopping ends before that. */
const timeout = 9_000;
const sweepEvery = 50;

/**
 * Stops the server on SIGTERM and SIGINT: `/readyz` makes load balancers stop sending requests, running requests are
 * answered, live streams end, and then the database is closed. Call it before the application listens.
 */
export function stopOnSignal(app: FastifyInstance, store: Store, logger: Logger): void {
  let stopping = false;
  // A client that keeps its connection alive would hold the server open; with `connection: close` it does not.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });

  async function stop(reason: string, exitCode: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    logger.info(`Stopping: ${reason}`);
    setTimeout(() => process.exit(1), timeout).unref();
    // After Ctrl+C there is no balancer to wait for; a faulty process accepts no more requests.
    if (reason === 'SIGTERM') await app.readiness.leave();
    // A connection whose headers were sent without `connection: close` is idle only afterwards.
    setInterval(() => app.server.closeIdleConnections(), sweepEvery).unref();
    await app.close();
    await store.close();
    logger.info('Stopped.');
    process.exit(exitCode);
  }

  // Not `once`, because npm also passes on the signals that systemd or a terminal sends to the server, and the second
  // one would end it.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal, 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(event, (error: unknown) => {
      logger.fatal({ err: error }, event);
      void stop(event, 1);
    });
  }
}
