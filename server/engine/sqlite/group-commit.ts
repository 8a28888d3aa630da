import { setImmediate as nextIteration } from 'node:timers/promises';
import type { SqliteFile } from './file.ts';

/**
 * A batch with this many letters of text is committed before the next unit begins: indexing more would take long.
 */
export const enoughLetters = 100_000;
/** After such a commit, this many event loop iterations serve others. Each accepts one new connection (libuv). */
const iterationsBetween = 10;

/** A transaction that several units of work share. */
interface Batch {
  /** The number of letters that its units have written. */
  letters: number;
  /** Why SQLite has rolled it back; the cause of every failure after it. */
  failure?: Error;
  readonly committed: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** A unit of work: a savepoint on the writing connection, which it holds until `commit` or `rollback`. */
export interface Unit {
  run: SqliteFile['run'];
  /** Resolves once the work is on disk; rejects if the commit fails, and then none of it is stored. */
  commit(): Promise<void>;
  rollback(): void;
}

/**
 * Group commit: units of work that arrive at the same time share one transaction and one disk sync. They run one after
 * another, each in its own savepoint, so that a failing one is rolled back alone.
 */
export class GroupCommit {
  readonly #writer: SqliteFile;
  /** Settles when the connection is free. */
  #free: Promise<void> = Promise.resolve();
  #batch: Batch | undefined;
  #pending = 0;

  constructor(writer: SqliteFile) {
    this.#writer = writer;
  }

  /** How many units of work hold the connection or wait for it. */
  get pending(): number {
    return this.#pending;
  }

  /** Waits for the connection, which the caller holds until the unit of work ends. */
  async begin(): Promise<Unit> {
    this.#pending += 1;
    const unlock = await this.#lock();
    const release = () => {
      this.#pending -= 1;
      unlock();
    };
    try {
      const batch = (this.#batch ??= this.#open());
      this.#writer.exec('SAVEPOINT work');
      return this.#unit(batch, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Waits until all units of work are committed; none may begin afterwards. */
  async close(): Promise<void> {
    await this.#free;
    await this.#batch?.committed.catch(() => {});
  }

  async #lock(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const earlier = this.#free;
    this.#free = earlier.then(() => promise);
    await earlier;
    return resolve;
  }

  #open(): Batch {
    // Takes the write lock at once: a transaction that began with a read could not write after another one's commit.
    this.#writer.exec('BEGIN IMMEDIATE');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // A unit that was rolled back does not wait for the commit.
    promise.catch(() => {});
    const batch = { letters: 0, committed: promise, resolve, reject };
    // Waits until the other requests of this event loop iteration have begun theirs.
    setImmediate(() => void this.#commit(batch));
    return batch;
  }

  async #commit(batch: Batch): Promise<void> {
    const release = await this.#lock();
    try {
      if (this.#batch === batch) this.#end(batch);
    } finally {
      release();
    }
  }

  /** Commits the current batch; the caller holds the connection. */
  #end(batch: Batch): void {
    this.#batch = undefined;
    try {
      this.#writer.exec('COMMIT');
      batch.resolve();
    } catch (error) {
      if (this.#writer.inTransaction) this.#writer.exec('ROLLBACK');
      batch.reject(error);
    }
  }

  #unit(batch: Batch, release: () => void): Unit {
    // A batch that is large enough is committed, and others are served before the next unit begins.
    const leave = () => {
      const isEnough = this.#batch === batch && batch.letters >= enoughLetters;
      if (isEnough) this.#end(batch);
      if (isEnough) void serveOthers().then(release);
      else release();
    };
    return {
      run: (sql, parameters) => {
        // After SQLite's automatic rollback, a statement would run outside a transaction.
        if (this.#batch !== batch) throw batch.failure ?? new Error('The transaction is over');
        // Counts the letters even of a unit that will be rolled back, because its texts are indexed, too.
        batch.letters += lettersOf(parameters);
        try {
          return this.#writer.run(sql, parameters);
        } catch (error) {
          this.#failIfRolledBack(batch, error);
          throw error;
        }
      },
      commit: async () => {
        try {
          if (this.#batch === batch) this.#writer.exec('RELEASE work');
        } finally {
          leave();
        }
        return batch.committed;
      },
      rollback: () => {
        try {
          if (this.#batch !== batch) return;
          this.#writer.exec('ROLLBACK TO work');
          this.#writer.exec('RELEASE work');
        } catch (error) {
          this.#failIfRolledBack(batch, error);
          throw error;
        } finally {
          leave();
        }
      },
    };
  }

  /** After some errors SQLite rolls the whole transaction back automatically: every unit of the batch fails. */
  #failIfRolledBack(batch: Batch, error: unknown): void {
    if (this.#writer.inTransaction) return;
    this.#batch = undefined;
    if (error instanceof Error) batch.failure = error;
    batch.reject(error);
  }
}

async function serveOthers(): Promise<void> {
  for (let i = 0; i < iterationsBetween; i += 1) await nextIteration();
}

function lettersOf(parameters: readonly unknown[]): number {
  let letters = 0;
  for (const parameter of parameters) if (typeof parameter === 'string') letters += parameter.length;
  return letters;
}
