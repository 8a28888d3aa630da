import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { GroupCommit, type Unit } from './group-commit.ts';
import type { Schema } from '#server/engine/schema.ts';
import type { Connected } from '#server/engine/transaction.ts';
import { KatydidSqliteAdapter } from './engine.ts';
import type { SqliteFile } from './file.ts';

/**
 * Uses two connections to one file. Transactions use the writing one, one after another; all other statements use a
 * read-only one, which never waits for a write. A read-only transaction gets a third connection of its own.
 */
export class SqliteDriver implements Driver {
  readonly reader: SqliteFile;
  readonly groupCommit: GroupCommit;
  readonly #writer: SqliteFile;
  readonly #openReader: () => SqliteFile;

  constructor(writer: SqliteFile, openReader: () => SqliteFile) {
    this.#writer = writer;
    this.#openReader = openReader;
    this.reader = openReader();
    this.groupCommit = new GroupCommit(writer);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this.reader);
  }

  /** A read-only transaction is a snapshot as of its first read, which does not block writers. */
  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    (connection as SqliteConnection).unit =
      accessMode === 'read only' ? readSnapshot(this.#openReader()) : await this.groupCommit.begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await endOf(connection)?.commit();
  }

  /** Also called after a failed commit, and does nothing then. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    endOf(connection)?.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.groupCommit.close();
    this.reader.close();
    // Closed last, so that SQLite checkpoints the log into the file.
    this.#writer.close();
  }
}

/** The steps of transactions on a SQLite file. */
export function connect(driver: Driver): Connected {
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new KatydidSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return { kysely: new Kysely<Schema>({ dialect }), dialect, driver };
}

function refuseToStream(): never {
  throw new Error('Read in pages: an open cursor would pin the snapshot that later reads see.');
}

/** A connection for Kysely: outside of a transaction, its statements run on the reader. */
class SqliteConnection implements DatabaseConnection {
  unit: Unit | undefined;
  readonly #reader: SqliteFile;

  constructor(reader: SqliteFile) {
    this.#reader = reader;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const runner = this.unit ?? this.#reader;
    return runner.run(sql, parameters) as QueryResult<R>;
  }

  readonly streamQuery = refuseToStream;
}

function readSnapshot(reader: SqliteFile): Unit {
  reader.exec('BEGIN');
  return {
    run: (sql, parameters) => reader.run(sql, parameters),
    commit: async () => reader.close(),
    rollback: () => reader.close(),
  };
}

/** Removes the unit of work from its connection, and returns it. */
function endOf(connection: DatabaseConnection): Unit | undefined {
  const of = connection as SqliteConnection;
  const { unit } = of;
  of.unit = undefined;
  return unit;
}
