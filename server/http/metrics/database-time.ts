import { type DatabaseConnection, QueryCreator, type QueryExecutor } from 'kysely';
import type { ReadOptions } from '#server/engine/store.ts';
import type { Db, Schema } from '#server/engine/schema.ts';
import type { ClientConnection } from '#server/http/client-connection.ts';
import { ClientGone, tooExpensive } from '#server/http/errors.ts';

/** The time limit for the long reads of a request together, in milliseconds; in a streamed answer, for each read. */
export const defaultReadTime = 5_000;

/** The time a request has spent on the database. Concurrent queries count once. */
export class DatabaseTime {
  #total = 0;
  #underWay = 0;
  #since = 0;

  /** Milliseconds so far. */
  get total(): number {
    return this.#total;
  }

  /** Runs the work and adds its duration. */
  async count<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay === 0) this.#since = performance.now();
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#total += performance.now() - this.#since;
    }
  }
}

interface LongReads {
  readonly deadline: ReadDeadline;
  /** The key by which waiting reads are scheduled fairly. */
  readonly caller: () => string;
}

/**
 * A database that measures the time of each query, from the wait for a connection to the last row. It throws
 * `ClientGone` instead of starting a query for a client that has closed its connection. Long reads are aborted at a
 * deadline.
 */
export class TimedDb {
  readonly #db: Db;
  readonly #time: DatabaseTime;
  readonly #client: ClientConnection;
  readonly #longReads: LongReads | undefined;
  #executor: QueryExecutor | undefined;

  constructor(db: Db, time: DatabaseTime, client: ClientConnection, longReads?: LongReads) {
    this.#db = db;
    this.#time = time;
    this.#client = client;
    this.#longReads = longReads;
  }

  /** Created for the first query: many requests are served from a cache. */
  getExecutor(): QueryExecutor {
    const inner = this.#db.getExecutor();
    const { deadline, caller } = this.#longReads ?? {};
    return (this.#executor ??= inner.withConnectionProvider({
      provideConnection: (consumer, options) =>
        this.#time.count(() => {
          const run = (signal?: AbortSignal) =>
            inner.provideConnection((connection) => {
              this.#client.throwIfClosed();
              return consumer(signal ? withOptions(connection, { signal, caller: caller?.() }) : connection);
            }, options);
          return deadline ? deadline.run(run) : run();
        }),
    }));
  }

  get selectFrom(): Db['selectFrom'] {
    const creator = new QueryCreator<Schema>({ executor: this.getExecutor() });
    return creator.selectFrom.bind(creator);
  }
}

/** Wraps a connection so that each statement runs with these options. */
function withOptions(connection: DatabaseConnection, options: ReadOptions): DatabaseConnection {
  return {
    executeQuery: (query) => connection.executeQuery(query, options),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize, options),
  };
}

/** Ends the reads of a request when they take too long or when its client has gone. */
export class ReadDeadline {
  readonly #client: ClientConnection;
  readonly #readTime: number;
  #ends = Infinity;

  constructor(client: ClientConnection, readTime: number) {
    this.#client = client;
    this.#readTime = readTime;
  }

  /**
   * Runs a read with a signal that is aborted at the deadline. At the deadline, rejects without waiting for the read.
   * @throws AppError 503; ClientGone
   */
  async run<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#client.throwIfClosed();
    const now = performance.now();
    // Once the answer has begun, its total duration depends on the client.
    if (this.#ends === Infinity || this.#client.isAnswering) this.#ends = now + this.#readTime;
    if (now >= this.#ends) throw tooExpensive();
    const controller = new AbortController();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = (reason: Error) => {
      controller.abort(reason);
      reject(reason);
    };
    const timer = setTimeout(() => {
      // Timers may fire slightly early by this clock, but the next read must still be refused.
      this.#ends = now;
      abort(tooExpensive());
    }, this.#ends - now);
    const stop = this.#client.onClose(() => abort(new ClientGone()));
    try {
      return await Promise.race([read(controller.signal), aborted]);
    } finally {
      clearTimeout(timer);
      stop();
    }
  }
}
