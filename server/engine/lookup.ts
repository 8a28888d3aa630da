import DataLoader from 'dataloader';
import { engineOf } from './dialect.ts';
import type { Db } from './schema.ts';

/** The maximum number of keys per statement. */
const batch = 100;

interface Statements<V> {
  one: (db: Db, key: string) => Promise<V | undefined>;
  /** Reads several values, each under its key. */
  many: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;
}

/**
 * Looks values up by key. Where a statement costs a round trip, the lookups of one event loop iteration share a
 * statement: under load, round trips are most of a request's cost. Nothing is cached.
 */
export class Lookup<V> {
  readonly #statements: Statements<V>;
  readonly #loaders = new WeakMap<Db, DataLoader<string, V | undefined>>();

  constructor(statements: Statements<V>) {
    this.#statements = statements;
  }

  async find(db: Db, key: string): Promise<V | undefined> {
    if (!engineOf(db).transactionsOverlap) return this.#statements.one(db, key);
    const loader = this.#loaders.get(db) ?? this.#loaderFor(db);
    this.#loaders.set(db, loader);
    return loader.load(key);
  }

  #loaderFor(db: Db): DataLoader<string, V | undefined> {
    const { one, many } = this.#statements;
    return new DataLoader<string, V | undefined>(
      async (keys) => {
        const [only, ...others] = keys;
        if (only !== undefined && others.length === 0) return [await one(db, only)];
        const found = await many(db, [...new Set(keys)]);
        return keys.map((key) => found.get(key));
      },
      { cache: false, maxBatchSize: batch, batchScheduleFn: setImmediate },
    );
  }
}
