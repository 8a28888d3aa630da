import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Store } from './db/open.ts';

/** Supervisors kill after ten seconds; by then everything is closed or never will be. */
const patience = 9_000;

/**
 * Stops the server on SIGTERM and SIGINT: no new requests, those under way are answered, then the database is closed.
 * Call it before the application listens.
 */
export function stopOnSignal(app: FastifyInstance, store: Store, logger: Logger): void {
  let stopping = false;
  // A client that keeps its connection alive would hold the server open; told to close, it does not.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });

  async function stop(reason: string, exitCode: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    logger.info(`Stopping: ${reason}`);
    setTimeout(() => process.exit(1), patience).unref();
    await app.close();
    await store.close();
    logger.info('Stopped.');
    process.exit(exitCode);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal, 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(event, (error: unknown) => {
      logger.fatal({ err: error }, event);
      void stop(event, 1);
    });
  }
}
