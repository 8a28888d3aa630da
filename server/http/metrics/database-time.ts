import { type DatabaseConnection, QueryCreator, type QueryExecutor } from 'kysely';
import type { ReadOptions, Store } from '#server/engine/store.ts';
import type { Db, Schema } from '#server/engine/schema.ts';
import type { ClientConnection } from '#server/http/client-connection.ts';
import type { ReadDeadline } from '#server/http/read-deadline.ts';

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

/**
 * A database that measures the time of each query, from the wait for a connection to the last row. It throws `ClientGone`
 * instead of starting a query for a client that has closed its connection. With a deadline, queries are aborted at it.
 */
export class TimedDb {
  readonly #db: Db;
  readonly #time: DatabaseTime;
  readonly #client: ClientConnection;
  readonly #deadline: ReadDeadline | undefined;
  readonly #caller: string | undefined;
  #executor: QueryExecutor | undefined;

  /** `caller` is the key by which waiting queries with a deadline are scheduled fairly. */
  constructor(
    db: Db,
    time: DatabaseTime,
    client: ClientConnection,
    { deadline, caller }: { deadline?: ReadDeadline; caller?: string } = {},
  ) {
    this.#db = db;
    this.#caller = caller;
    this.#time = time;
    this.#client = client;
    this.#deadline = deadline;
  }

  getExecutor(): QueryExecutor {
    const inner = this.#db.getExecutor();
    const deadline = this.#deadline;
    const caller = this.#caller;
    return (this.#executor ??= inner.withConnectionProvider({
      provideConnection: (consumer, options) =>
        this.#time.count(() => {
          const run = (signal?: AbortSignal) =>
            inner.provideConnection((connection) => {
              this.#client.throwIfClosed();
              return consumer(signal ? withOptions(connection, { signal, caller }) : connection);
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

/** The connection, with the same options for each statement. */
function withOptions(connection: DatabaseConnection, options: ReadOptions): DatabaseConnection {
  return {
    executeQuery: (query) => connection.executeQuery(query, options),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize, options),
  };
}

/**
 * `write` that measures the time of each transaction, its wait for a connection included. It throws `ClientGone` instead of
 * starting a transaction for a client that has closed its connection.
 */
export function timedWrite(
  write: Store['write'],
  time: DatabaseTime,
  client: ClientConnection,
): Store['write'] {
  return (work) => {
    let hasBegun = false;
    return time.count(() =>
      write(async (tx) => {
        // Only the first time, not if it is retried after a deadlock.
        if (!hasBegun) client.throwIfClosed();
        hasBegun = true;
        return work(tx);
      }),
    );
  };
}
