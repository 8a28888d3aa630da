import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { Turns } from '#server/turns.ts';

/** PostgreSQL has not answered in time. Whether it has done, or will do, what it was asked is not known. */
export class NoAnswer extends Error {
  /** The code that SQL has for a connection that fails. */
  readonly code = '08006';

  constructor() {
    super('PostgreSQL does not answer');
  }
}

/** More callers wait for a connection than can be served in time. */
class Crowded extends Error {
  /** The code that SQL has for too many connections. */
  readonly code = '53300';

  constructor() {
    super('Too many wait for a connection to PostgreSQL');
  }
}

/** A pool that tells how many wait for one of its connections. */
export interface BoundedPool extends PostgresPool {
  readonly waiting: number;
}

/** How many callers may wait for a connection: a burst is a few hundred, and more would wait longer than anyone should. */
const mostWaiting = 1_000;
/** As long as PostgreSQL answers others, one waits longer than that, but no longer than this. Milliseconds. */
const longestWait = 10_000;
/** How old its last answer may be: for whoever waits to go on, and for whoever asks next to have a full patience. Milliseconds. */
const lately = { waiting: 500, asking: 200 };

/** Waits for the promise, but no longer than `patience` milliseconds. @throws NoAnswer */
export async function within<T>(patience: number, promise: Promise<T>): Promise<T> {
  if (patience === Infinity) return promise;
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer()), Math.max(0, patience));
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Gives the pool's connections to Kysely. Where PostgreSQL is silent, a caller waits at most `patience` milliseconds for a
 * connection and the answer to its first statement, and as long for each further one; where it merely has much to do,
 * whoever waits for a connection has a turn. A connection that broke or did not answer is closed and never
 * used again: whoever had it next would wait behind what it still owes. So is every other that has not answered since:
 * what silenced one has mostly silenced all, and each of them would cost a caller that wait.
 */
export function boundedPool(pool: pg.Pool, patience: number): BoundedPool {
  const answered = new WeakMap<pg.PoolClient, number>();
  let silentSince = -Infinity;
  let lastAnswer = -Infinity;
  const isAnswering = (since: number) => performance.now() - lastAnswer < since;
  const turns = new Turns({
    atOnce: pool.options.max,
    most: mostWaiting,
    crowded: () => new Crowded(),
    ...(patience !== Infinity && {
      patience: {
        least: patience,
        longest: longestWait,
        goesOn: () => isAnswering(lately.waiting),
        stuck: () => new NoAnswer(),
      },
    }),
  });

  async function trustworthy(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      // One that was never used is new.
      if ((answered.get(client) ?? Infinity) > silentSince) return client;
      client.release(true);
    }
  }

  function bounded(client: pg.PoolClient, first: number, endTurn: () => void): PostgresPoolClient {
    let left = first;
    let broken = false;
    async function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
      // The rollback that follows would only wait once more.
      if (broken) throw new NoAnswer();
      const asked = performance.now();
      try {
        const answer: unknown = await within(left, client.query(sql, [...parameters]));
        return answer as PostgresQueryResult<R>;
      } catch (error) {
        broken = !isRefusal(error);
        if (error instanceof NoAnswer) silentSince = Math.max(silentSince, asked);
        throw error;
      } finally {
        if (!broken) answered.set(client, (lastAnswer = performance.now()));
        left = patience;
      }
    }
    return {
      query: query as PostgresPoolClient['query'],
      release(destroy = false) {
        client.release(destroy || broken);
        endTurn();
      },
    };
  }

  return {
    options: {},
    get waiting() {
      return turns.waiting;
    },
    async connect() {
      const came = performance.now();
      const endTurn = await turns.begin();
      const began = performance.now();
      const waited = began - came;
      const left = isAnswering(waited < patience ? lately.asking : lately.waiting)
        ? patience
        : patience - waited;
      const connecting = trustworthy();
      try {
        const client = await within(left, connecting);
        return bounded(client, left - (performance.now() - began), endTurn);
      } catch (error) {
        // One that comes after all is for the next caller.
        void connecting
          .then(
            (client) => client.release(),
            () => {},
          )
          .finally(endTurn);
        throw error;
      }
    },
    // The pool is whose who made it.
    end: async () => {},
  };
}

/** The beginnings of the codes with which PostgreSQL ends a connection: it failed, was closed by an operator, or was idle for too long. */
const endings = /^(08|57P|25P0[34])/;

/**
 * Whether PostgreSQL refused a statement, after which its connection is as good as before. Its code says so; what it calls
 * the severity is in the language that the server is set to.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !endings.test(error.code);
}
