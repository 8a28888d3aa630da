import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { serverMessages } from '#contract/server-messages.ts';
import { tryLater } from './http/errors.ts';
import { readBackups } from './engine/backup/records.ts';
import { isOperator } from './http/session/session.ts';
import type { AppContext } from './http/request-context.ts';

/**
 * A client that has polled this many times, and recently, counts as a load balancer, which sends requests while the
 * answer is 200.
 */
const askedOften = 3;
const lately = 60_000;
/**
 * A load balancer removes a server after at most this many refusals. The wait for that has a timeout, in milliseconds.
 */
const believed = 3;
const timeout = 5_000;

/** Whether this process accepts requests. */
class Readiness {
  #asked = 0;
  #lastAsked = 0;
  #leaving = false;
  #refusals = 0;

  /** The answer to a load balancer's poll. */
  ask(): boolean {
    if (this.#leaving) this.#refusals += 1;
    else this.#asked += 1;
    this.#lastAsked = performance.now();
    return !this.#leaving;
  }

  /** Refuses further polls, and waits until a load balancer, if there is one, has polled. */
  async leave(): Promise<void> {
    this.#leaving = true;
    const began = performance.now();
    if (this.#asked < askedOften || began - this.#lastAsked > lately) return;
    while (this.#refusals < believed && performance.now() - began < timeout) await delay(20);
  }
}

/**
 * `/healthz` answers while the process runs, `/readyz` while it can serve requests: it is not about to stop, and the
 * database answers. To admins, and programs with the `METRICS_TOKEN`, it also returns the time of the newest proven
 * backup, which does not affect readiness.
 */
export function serveHealth(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  const readiness = new Readiness();
  app.decorate('readiness', readiness);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    if (!readiness.ask()) throw tryLater(serverMessages.stopping());
    try {
      await db.selectFrom('users').select('id').limit(1).execute();
      if (!(await isOperator(request.headers.authorization, context))) return { status: 'ready' };
      const { provenAt } = await readBackups(db);
      return { status: 'ready', lastBackup: provenAt };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw tryLater(serverMessages.databaseSilent());
    }
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    readiness: Readiness;
  }
}
