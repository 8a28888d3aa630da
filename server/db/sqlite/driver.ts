import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { SqliteBatches, type Turn } from './group-commit.ts';
import type { SqliteFile } from './file.ts';
import { searchIndexRenewal } from './search-index.ts';

/**
 * Two connections to one file: transactions have the one that writes, one after another; all else goes to the other,
 * which can only read and never waits for a write. A transaction that only reads has a third, of its own.
 */
export class SqliteDriver implements Driver {
  readonly reader: SqliteFile;
  readonly batches: SqliteBatches;
  readonly #writer: SqliteFile;
  readonly #openReader: () => SqliteFile;

  constructor(writer: SqliteFile, openReader: () => SqliteFile) {
    this.#writer = writer;
    this.#openReader = openReader;
    this.reader = openReader();
    this.batches = new SqliteBatches(writer, searchIndexRenewal(writer));
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this);
  }

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') (connection as SqliteConnection).beginToRead(this.#openReader());
    else await (connection as SqliteConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as SqliteConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as SqliteConnection).rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.batches.close();
    this.reader.close();
    // Last, so that its closing folds the log back into the file.
    this.#writer.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  #turn: Turn | undefined;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  async begin(): Promise<void> {
    this.#turn = await this.#driver.batches.begin();
  }

  /** It sees what is committed when it first reads, keeps nobody from writing, and closes its connection at the end. */
  beginToRead(reader: SqliteFile): void {
    reader.exec('BEGIN');
    this.#turn = {
      run: (sql, parameters) => reader.run(sql, parameters),
      commit: async () => reader.close(),
      rollback: () => reader.close(),
    };
  }

  async commit(): Promise<void> {
    const turn = this.#turn;
    this.#turn = undefined;
    await turn?.commit();
  }

  /** Also called after a commit that failed, when there is nothing left to do. */
  rollback(): void {
    const turn = this.#turn;
    this.#turn = undefined;
    turn?.rollback();
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const runner = this.#turn ?? this.#driver.reader;
    return runner.run(sql, parameters) as QueryResult<R>;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read in pages: an open cursor would pin the snapshot that later reads see.');
  }
}
