import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { SqliteFile } from './sqlite-file.ts';

/**
 * Two connections to one file: a transaction has the one that writes, one after another; all else goes to the other,
 * which can only read and never waits for a write.
 */
export class SqliteDriver implements Driver {
  readonly reader: SqliteFile;
  readonly #writer: SqliteFile;
  /** Settles when the writing connection is free. */
  #free: Promise<void> = Promise.resolve();

  constructor(writer: SqliteFile, reader: SqliteFile) {
    this.#writer = writer;
    this.reader = reader;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as SqliteConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as SqliteConnection).end('COMMIT');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as SqliteConnection).end('ROLLBACK');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#free;
    this.reader.close();
    // Last, so that its closing folds the log back into the file.
    this.#writer.close();
  }

  /** Waits for the writing connection; the caller gives it back by calling what comes with it. */
  async lockWriter(): Promise<{ writer: SqliteFile; release: () => void }> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const earlier = this.#free;
    this.#free = earlier.then(() => promise);
    await earlier;
    return { writer: this.#writer, release: resolve };
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  #transaction: { writer: SqliteFile; release: () => void } | undefined;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  /** Takes the lock at once: a transaction that began by reading could no longer write after another's commit. */
  async begin(): Promise<void> {
    const locked = await this.#driver.lockWriter();
    try {
      locked.writer.exec('BEGIN IMMEDIATE');
    } catch (error) {
      locked.release();
      throw error;
    }
    this.#transaction = locked;
  }

  /** A failed COMMIT leaves the transaction open for the ROLLBACK that follows it. */
  end(how: 'COMMIT' | 'ROLLBACK'): void {
    const transaction = this.#transaction;
    if (!transaction) return;
    // SQLite has rolled back by itself after some errors; a ROLLBACK would then be one more.
    if (how === 'COMMIT' || transaction.writer.inTransaction) transaction.writer.exec(how);
    this.#transaction = undefined;
    transaction.release();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    if (this.#transaction) return this.#transaction.writer.run(sql, parameters) as QueryResult<R>;
    return this.#driver.reader.run(sql, parameters) as QueryResult<R>;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read in pages: an open cursor would pin the snapshot that later reads see.');
  }
}
