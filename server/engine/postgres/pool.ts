import type { Duplex } from 'node:stream';
import pg from 'pg';
import { Semaphore } from './semaphore.ts';

/** PostgreSQL did not answer in time. Whether the statement was or will be executed is unknown. */
export class NoResponse extends Error {
  /** The SQL code for a connection failure. */
  readonly code = '08006';

  constructor() {
    super('PostgreSQL does not answer');
  }
}

/** More callers wait for a connection than can be served in time. */
class TooManyWaiting extends Error {
  /** The SQL code for too many connections. */
  readonly code = '53300';

  constructor() {
    super('Too many wait for a connection to PostgreSQL');
  }
}

/** The answer to a statement. */
interface Result<R> {
  /** For example `INSERT`. */
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: R[];
}

/** A connection of the pool, whose statements have a timeout. */
export interface BoundedClient {
  /** Sends a statement at once, without waiting for pending answers. With a name, it is prepared once. */
  query<R>(sql: string, parameters: readonly unknown[], name?: string): Promise<Result<R>>;
  release(destroy?: boolean): void;
}

/** A pool that counts the callers that wait for a connection. */
export interface BoundedPool {
  connect(): Promise<BoundedClient>;
  readonly waiting: number;
}

/** How many callers may wait for a connection: a burst is a few hundred. */
const maxWaiting = 1_000;
/** The longest wait for a connection while PostgreSQL answers other callers. Milliseconds. */
const maxWait = 10_000;
/**
 * PostgreSQL counts as answering if its last answer is at most this old, for waiting and for new callers. Milliseconds.
 */
const answeringWithin = { waiting: 500, asking: 200 };

/** Waits for the promise, but no longer than `timeout` milliseconds. @throws NoResponse */
export async function within<T>(timeout: number, promise: Promise<T>): Promise<T> {
  if (timeout === Infinity) return promise;
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoResponse()), Math.max(0, timeout));
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Gives out the pool's connections. If PostgreSQL does not answer, a caller waits at most `timeout` milliseconds for a
 * connection and the answer to its first statement, and as long for each further one; if it is merely busy, waiting
 * callers are served in order. A connection that broke or did not answer is closed and never reused: its next user
 * would wait for the pending answer. Every other connection that has not answered since then is closed as well: what
 * silenced one has usually silenced all, and each would cost another caller a wait.
 */
export function boundedPool(pool: pg.Pool, timeout: number): BoundedPool {
  const answered = new WeakMap<pg.PoolClient, number>();
  let silentSince = -Infinity;
  let lastAnswer = -Infinity;
  const isAnswering = (since: number) => performance.now() - lastAnswer < since;
  const semaphore = new Semaphore({
    concurrency: pool.options.max,
    maxWaiting,
    full: () => new TooManyWaiting(),
    ...(timeout !== Infinity && {
      timeout: {
        min: timeout,
        max: maxWait,
        makesProgress: () => isAnswering(answeringWithin.waiting),
        timedOut: () => new NoResponse(),
      },
    }),
  });

  async function trustworthy(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      // Connections that were never used are new.
      if ((answered.get(client) ?? Infinity) > silentSince) return client;
      client.release(true);
    }
  }

  function bounded(client: pg.PoolClient, first: number, release: () => void): BoundedClient {
    let left = first;
    let broken = false;
    /** Whether PostgreSQL has refused a statement since the connection was handed out. */
    let refused = false;
    /** Settles with the answer to the last statement. */
    let last: Promise<unknown> = Promise.resolve();

    /** The timeout starts when the statement before it is answered, because only then PostgreSQL starts this one. */
    async function answerTo<R>(sent: Promise<Result<R>>, before: Promise<unknown>): Promise<Result<R>> {
      await before;
      if (broken) throw new NoResponse();
      const asked = performance.now();
      try {
        return await within(left, sent);
      } catch (error) {
        broken = !isRefusal(error) && !(refused && isUnknownStatement(error));
        refused ||= !broken;
        if (error instanceof NoResponse) silentSince = Math.max(silentSince, asked);
        throw error;
      } finally {
        if (!broken) answered.set(client, (lastAnswer = performance.now()));
        left = timeout;
      }
    }

    return {
      async query<R>(sql: string, parameters: readonly unknown[], name?: string) {
        // The rollback that follows would only wait again.
        if (broken) throw new NoResponse();
        const statement = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
        const sent = client.query(statement) as Promise<unknown> as Promise<Result<R>>;
        // Only awaited until another one fails.
        sent.catch(() => {});
        const answer = answerTo(sent, last);
        last = answer.catch(() => {});
        return answer;
      },
      release(destroy = false) {
        // `end` of a pipelining client waits for its answers, which may never arrive.
        if (broken || destroy) streamOf(client).destroy();
        client.release(destroy || broken);
        release();
      },
    };
  }

  return {
    get waiting() {
      return semaphore.waiting;
    },
    async connect() {
      const came = performance.now();
      const release = await semaphore.acquire();
      const began = performance.now();
      const waited = began - came;
      const left = isAnswering(waited < timeout ? answeringWithin.asking : answeringWithin.waiting)
        ? timeout
        : timeout - waited;
      const connecting = trustworthy();
      try {
        const client = await within(left, connecting);
        return bounded(client, left - (performance.now() - began), release);
      } catch (error) {
        // A connection that arrives late goes to the next caller.
        void connecting
          .then(
            (client) => client.release(),
            () => {},
          )
          .finally(release);
        throw error;
      }
    },
  };
}

/**
 * Whether PostgreSQL reports an unknown prepared statement. After a refusal, that statement was to be prepared in the
 * failed transaction.
 */
export function isUnknownStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '26000';
}

/** The socket of a connection; the driver's types do not include it. */
function streamOf(client: pg.PoolClient): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

/**
 * Prefixes of the codes with which PostgreSQL ends a connection: failed, closed by an operator, or idle for too long.
 */
const endings = /^(08|57P|25P0[34]|0A000|26000)/;

/**
 * Whether PostgreSQL refused a statement but its connection is still usable. The code decides; the severity is in the
 * server's configured language.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !endings.test(error.code);
}
