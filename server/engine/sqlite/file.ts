import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { StartError } from '#server/start-error.ts';

const oldestVersion = [3, 51, 3];
const busyTimeout = 2000;
const maxStatements = 500;

/** The settings of every connection. They are read back before the file is used. */
const pragmas: Record<string, string | number> = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: busyTimeout,
  trusted_schema: 0,
  // Deleted data is overwritten.
  secure_delete: 1,
  wal_autocheckpoint: 1000,
  journal_size_limit: 67_108_864,
};

interface Prepared {
  statement: StatementSync;
  returnsRows: boolean;
}

/** One connection to a SQLite file, with its statements prepared once. */
export class SqliteFile {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(path: string, { readOnly }: { readOnly: boolean }) {
    this.#database = new DatabaseSync(path, { readOnly, timeout: busyTimeout });
    for (const [name, value] of Object.entries(pragmas)) {
      if (!(readOnly && name === 'journal_mode')) this.exec(`PRAGMA ${name} = ${value}`);
      const found = Object.values(this.#database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
      if (found !== value)
        throw new StartError(`SQLite refused ${name} = ${value} for ${path}: it is ${String(found)}.`);
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** A number that increases with every commit by another connection. */
  get version(): number {
    return Number(this.run('PRAGMA data_version', []).rows[0]?.['data_version']);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, parameters: readonly unknown[]) {
    const { statement, returnsRows } = this.#prepare(sql);
    // The compiled query's parameters come from typed columns, all of which SQLite can bind.
    const values = parameters as SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...values) };
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= maxStatements) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    // Without BigInt, Node throws if the last rowid is large, as in the search index's own tables.
    if (!prepared.returnsRows) statement.setReadBigInts(true);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/**
 * Refuses SQLite versions with the WAL-reset bug (3.7.0 to 3.51.2), which can corrupt a file that two connections
 * write.
 */
export function checkSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const newer = oldestVersion.findIndex((part, i) => part !== parts[i]);
  if (newer !== -1 && (parts[newer] ?? 0) < (oldestVersion[newer] ?? 0)) {
    throw new StartError(
      `This Node brings SQLite ${version}; Katydid needs ${oldestVersion.join('.')} or later. Start it with npm start, which brings its own Node.`,
    );
  }
}

/**
 * The path of a `file:` address of a database; a relative path is resolved against the working directory. Throws for
 * addresses that are not paths.
 */
export function filePath(url: string): string {
  return url.startsWith('file:///') ? fileURLToPath(url) : url.slice('file:'.length);
}
