import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/start-error.ts';
import { filePath, SqliteFile, checkSqliteVersion } from './file.ts';
import { makeFolder, createPrivate, makePrivate } from '#server/engine/private-files.ts';
import type { OpenOptions, Store } from '#server/engine/store.ts';
import { inTransaction } from '#server/engine/transaction.ts';
import { SqliteDriver, connect } from './driver.ts';
import { SqliteReadThread } from './read-thread.ts';

/** The interval of checks for commits by other programs, such as the command line, in milliseconds. */
const glance = 1_000;

/** Opens a SQLite file. */
export function openSqlite(
  url: string,
  { exclusive, existing = false, onWarning = () => {} }: OpenOptions,
): Store {
  const path = resolve(filePath(url));
  if (existing && !existsSync(path)) {
    throw new StartError(`There is no database ${path}. Name the one you mean with DATABASE_URL.`);
  }
  checkSqliteVersion(process.versions['sqlite'] ?? '0');
  const unlock = prepareFile(path, exclusive);
  const driver = openFile(path, onWarning);
  const readThread = new SqliteReadThread(path);
  const writer = connect(driver);
  const listeners: (() => void)[] = [];
  let looking: NodeJS.Timeout | undefined;
  let version: number | undefined;
  const forgetVersion = () => {
    version = undefined;
  };
  /** Reading the version takes several system calls, so the requests that arrive together share one read. */
  function currentVersion(): number {
    if (version === undefined) {
      version = driver.reader.version;
      setImmediate(forgetVersion);
    }
    return version;
  }
  const noteCommit = () => {
    forgetVersion();
    for (const listener of listeners) listener();
  };
  const write: Store['write'] = async (work) => {
    const result = await inTransaction(writer, work);
    noteCommit();
    return result;
  };
  /**
   * Polls for commits by other programs: SQLite sends no notifications, but has a number that increases with each
   * commit.
   */
  function lookForCommits(): void {
    let known = driver.reader.version;
    looking = setInterval(() => {
      const found = driver.reader.version;
      if (found === known) return;
      known = found;
      noteCommit();
    }, glance).unref();
  }
  return {
    db: writer.kysely,
    longReads: connect(readThread).kysely,
    write,
    bulkWrite: write,
    // Under the write lock: no write of another program can intervene and be missed.
    snapshot: (work) => inTransaction(writer, work),
    readSnapshot: (work) => inTransaction(writer, work, { accessMode: 'read only' }),
    copyFile: (to) => void driver.reader.run('VACUUM INTO ?', [to]),
    version: currentVersion,
    connections: () => {
      const { pending } = driver.groupCommit;
      const inUse = Math.min(pending, 1);
      return { inUse, idle: 1 - inUse, waiting: pending - inUse };
    },
    // A change gets its number in its transaction.
    async numberChanges() {},
    onCommit(listener) {
      listeners.push(listener);
      if (!looking) lookForCommits();
    },
    location: path,
    async close() {
      clearInterval(looking);
      // Not Kysely's destroy, which does not end an unused driver.
      await readThread.destroy();
      await driver.destroy();
      unlock();
    },
  };
}

function prepareFile(path: string, exclusive: boolean): () => void {
  try {
    makeFolder(dirname(path));
    // Created here and not by the first write, as the read-only connection needs it.
    createPrivate(path);
    new DatabaseSync(path).close();
    return exclusive ? lockFile(path) : () => {};
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `Cannot write the database ${path}: ${reason(error)}. Make its folder writable, or name another with DATABASE_URL=file:/path/to/katydid.db.`,
      { cause: error },
    );
  }
}

function openFile(path: string, warn: (line: string) => void): SqliteDriver {
  try {
    refuseForeign(path);
    for (const own of [path, lockOf(path)]) makePrivate(own, warn);
    return new SqliteDriver(
      new SqliteFile(path, { readOnly: false }),
      () => new SqliteFile(path, { readOnly: true }),
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `Cannot use ${path} as the database: ${reason(error)}. Name another file with DATABASE_URL, or restore a backup.`,
      { cause: error },
    );
  }
}

/** Refuses a file with another program's tables, which stays unchanged: even opening it for writing would change it. */
function refuseForeign(path: string): void {
  const names = tableNames(path);
  if (names.length === 0 || names.includes('kysely_migration')) return;
  throw new StartError(`${path} is the database of another program. Name a file of Katydid's own.`);
}

/** SQLite's error for opening read-only a file whose first transaction was interrupted before WAL mode was set. */
const needsRollback = 776;

function tableNames(path: string): unknown[] {
  try {
    return readTableNames(path, { readOnly: true });
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== needsRollback) throw error;
    // A first start was interrupted. SQLite rolls it back when the file is opened for writing.
    return readTableNames(path, { readOnly: false });
  }
}

function readTableNames(path: string, { readOnly }: { readOnly: boolean }): unknown[] {
  const file = new DatabaseSync(path, { readOnly });
  try {
    return file
      .prepare(`select name from sqlite_schema where type = 'table'`)
      .all()
      .map(({ name }) => name);
  } finally {
    file.close();
  }
}

/** Holds the operating system's lock on a file beside the database; it ends with the process, however that ends. */
function lockFile(path: string): () => void {
  createPrivate(lockOf(path));
  const lock = new DatabaseSync(lockOf(path));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new StartError(
      `Another Katydid is already serving ${path}. Stop it first, or give this one its own file with DATABASE_URL.`,
      { cause: error },
    );
  }
  return () => lock.close();
}

function lockOf(path: string): string {
  return `${path}.lock`;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
