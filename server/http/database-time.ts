import { QueryCreator, type QueryExecutor } from 'kysely';
import type { Store } from '#server/db/open.ts';
import type { Db, Schema } from '#server/db/schema.ts';

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
  #executor: QueryExecutor | undefined;

  constructor(db: Db, time: DatabaseTime) {
    this.#db = db;
    this.#time = time;
  }

  getExecutor(): QueryExecutor {
    const inner = this.#db.getExecutor();
    return (this.#executor ??= inner.withConnectionProvider({
      provideConnection: (consumer, options) =>
        this.#time.count(() => inner.provideConnection(consumer, options)),
    }));
  }

  get selectFrom(): Db['selectFrom'] {
    const creator = new QueryCreator<Schema>({ executor: this.getExecutor() });
    return creator.selectFrom.bind(creator);
  }
}

/** The same with a database whose time counts; a transaction counts as a whole, its turn that it waits for included. */
export function timed<C extends { db: Db; write: Store['write'] }>(context: C, time: DatabaseTime): C {
  return {
    ...context,
    db: new TimedDb(context.db, time),
    write: (work) => time.count(() => context.write(work)),
  };
}
