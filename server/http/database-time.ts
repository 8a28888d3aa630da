import { type DatabaseConnection, QueryCreator, type QueryExecutor } from 'kysely';
import type { Store } from '#server/db/store.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { ClientConnection } from './client-connection.ts';
import type { ReadDeadline } from './read-deadline.ts';

/** How long a request has waited for the database. What it asks at the same time counts once. */
export class DatabaseTime {
  #total = 0;
  #underWay = 0;
  #since = 0;

  /** Milliseconds so far. */
  get total(): number {
    return this.#total;
  }

  /** Does the work, and counts how long that takes. */
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
 * A database of which each call counts, from asking for a connection until the answer is there. It is made ready when it is
 * first asked, as many requests ask nothing.
 */
class TimedDb {
  readonly #db: Db;
  readonly #time: DatabaseTime;
  readonly #client: ClientConnection;
  readonly #deadline: ReadDeadline | undefined;
  #executor: QueryExecutor | undefined;

  constructor(db: Db, time: DatabaseTime, client: ClientConnection, deadline?: ReadDeadline) {
    this.#db = db;
    this.#time = time;
    this.#client = client;
    this.#deadline = deadline;
  }

  getExecutor(): QueryExecutor {
    const inner = this.#db.getExecutor();
    const deadline = this.#deadline;
    return (this.#executor ??= inner.withConnectionProvider({
      provideConnection: (consumer, options) =>
        this.#time.count(() => {
          const run = (signal?: AbortSignal) =>
            inner.provideConnection((connection) => {
              this.#client.throwIfClosed();
              return consumer(signal ? abortable(connection, signal) : connection);
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

/** The connection, with a signal for each statement: drivers that can drop a waiting statement look at it. */
function abortable(connection: DatabaseConnection, signal: AbortSignal): DatabaseConnection {
  return {
    executeQuery: (query) => connection.executeQuery(query, { signal }),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize, { signal }),
  };
}

/** What a request's database is made of. */
interface RequestDatabase {
  time: DatabaseTime;
  client: ClientConnection;
  deadline: ReadDeadline;
}

/**
 * The same context with databases whose time counts; a transaction counts as a whole, its wait for the connection included.
 * Long reads end at the deadline. Neither a read nor a transaction begins once the client has gone, which throws `ClientGone`; one that has begun is finished.
 */
export function forRequest<C extends { db: Db; longReads: Db; write: Store['write'] }>(
  context: C,
  { time, client, deadline }: RequestDatabase,
): C & { client: ClientConnection } {
  return {
    ...context,
    client,
    db: new TimedDb(context.db, time, client),
    longReads: new TimedDb(context.longReads, time, client, deadline),
    write: (work) => {
      let hasBegun = false;
      return time.count(() =>
        context.write((tx) => {
          // Not where it is run again after a deadlock.
          if (!hasBegun) client.throwIfClosed();
          hasBegun = true;
          return work(tx);
        }),
      );
    },
  };
}
