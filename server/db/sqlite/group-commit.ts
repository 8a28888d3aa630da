import type { SqliteFile } from './file.ts';

/** Pieces of work that are committed together. */
interface Batch {
  readonly committed: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** One piece of work's time on the writing connection: it ends with `commit` or `rollback`. */
export interface Turn {
  run: SqliteFile['run'];
  /** Resolves once the work is on disk; rejects when it could not be brought there, and nothing of it stays. */
  commit(): Promise<void>;
  rollback(): void;
}

/**
 * Lets pieces of work write one after another, each whole or not at all, and commits those that come at the same time
 * together: the disk is waited for once, not once for each. Each is a savepoint of one transaction.
 */
export class SqliteBatches {
  readonly #writer: SqliteFile;
  readonly #beforeCommit: () => void;
  /** Settles when the connection is free. */
  #free: Promise<void> = Promise.resolve();
  #batch: Batch | undefined;
  #turns = 0;

  /** `beforeCommit` does what is better done once for all the work of a commit. */
  constructor(writer: SqliteFile, beforeCommit: () => void = () => {}) {
    this.#writer = writer;
    this.#beforeCommit = beforeCommit;
  }

  /** How many pieces of work have the connection or wait for it. */
  get turns(): number {
    return this.#turns;
  }

  /** Waits for the connection, which is the caller's until its turn ends. */
  async begin(): Promise<Turn> {
    this.#turns += 1;
    const unlock = await this.#lock();
    const release = () => {
      this.#turns -= 1;
      unlock();
    };
    try {
      const batch = (this.#batch ??= this.#open());
      this.#writer.exec('SAVEPOINT work');
      return this.#turn(batch, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Waits until everything is committed; from here on, nobody may begin. */
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
    // Takes the lock at once: a transaction that began by reading could no longer write after another's commit.
    this.#writer.exec('BEGIN IMMEDIATE');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Work that failed by itself does not ask what became of its batch.
    promise.catch(() => {});
    const batch = { committed: promise, resolve, reject };
    // Once every request that has arrived by now has been looked at.
    setImmediate(() => void this.#commit(batch));
    return batch;
  }

  async #commit(batch: Batch): Promise<void> {
    const release = await this.#lock();
    try {
      if (this.#batch !== batch) return;
      this.#batch = undefined;
      this.#beforeCommit();
      this.#writer.exec('COMMIT');
      batch.resolve();
    } catch (error) {
      if (this.#writer.inTransaction) this.#writer.exec('ROLLBACK');
      batch.reject(error);
    } finally {
      release();
    }
  }

  #turn(batch: Batch, release: () => void): Turn {
    return {
      run: (sql, parameters) => {
        // What SQLite has taken back must not go on outside a transaction.
        if (this.#batch !== batch) throw new Error('The transaction is over');
        try {
          return this.#writer.run(sql, parameters);
        } catch (error) {
          this.#loseIfTakenBack(batch, error);
          throw error;
        }
      },
      commit: async () => {
        try {
          if (this.#batch === batch) this.#writer.exec('RELEASE work');
        } finally {
          release();
        }
        return batch.committed;
      },
      rollback: () => {
        try {
          if (this.#batch !== batch) return;
          this.#writer.exec('ROLLBACK TO work');
          this.#writer.exec('RELEASE work');
        } catch (error) {
          this.#loseIfTakenBack(batch, error);
          throw error;
        } finally {
          release();
        }
      },
    };
  }

  /** After some errors, SQLite takes the whole transaction back by itself, and with it what others wait for. */
  #loseIfTakenBack(batch: Batch, error: unknown): void {
    if (this.#writer.inTransaction) return;
    this.#batch = undefined;
    batch.reject(error);
  }
}
