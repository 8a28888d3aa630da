import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** PostgreSQL has not answered in time. Whether it has done, or will do, what it was asked is not known. */
export class NoAnswer extends Error {
  /** The code that SQL has for a connection that fails. */
  readonly code = '08006';

  constructor() {
    super('PostgreSQL does not answer');
  }
}

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
 * Gives the pool's connections to Kysely. A caller waits at most `patience` milliseconds for a connection and the answer
 * to its first statement, and as long for each further one. A connection that broke or did not answer is closed and never
 * used again: whoever had it next would wait behind what it still owes.
 */
export function boundedPool(pool: pg.Pool, patience: number): PostgresPool {
  return {
    options: {},
    async connect() {
      const began = performance.now();
      const connecting = pool.connect();
      try {
        const client = await within(patience, connecting);
        return boundedClient(client, patience, patience - (performance.now() - began));
      } catch (error) {
        // One that comes after all is for the next caller.
        connecting.then(
          (client) => client.release(),
          () => {},
        );
        throw error;
      }
    },
    // The pool is whose who made it.
    end: async () => {},
  };
}

function boundedClient(client: pg.PoolClient, patience: number, first: number): PostgresPoolClient {
  let left = first;
  let broken = false;
  async function query<R>(
    statement: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    // The rollback that follows would only wait once more.
    if (broken) throw new NoAnswer();
    try {
      const answer: unknown = await within(left, client.query(statement, [...parameters]));
      return answer as PostgresQueryResult<R>;
    } catch (error) {
      broken = !isRefusal(error);
      throw error;
    } finally {
      left = patience;
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || broken),
  };
}

/** Whether PostgreSQL refused a statement, after which its connection is as good as before. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}
