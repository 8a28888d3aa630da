import type { FastifyInstance } from 'fastify';
import { AppError } from './http/errors.ts';
import type { Store } from './db/open.ts';

/** `/healthz` says that the process lives, `/readyz` that it can do its work: the database answers. */
export function serveHealth(app: FastifyInstance, store: Store): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    try {
      await store.db.selectFrom('users').select('id').limit(1).execute();
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw new AppError('unavailable', 'The database does not answer', { headers: { 'retry-after': '2' } });
    }
    return { status: 'ready' };
  });
}
