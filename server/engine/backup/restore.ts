import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/start-error.ts';
import { type BeforeCommit, copyDatabase, holdIfEmpty } from '#server/engine/copy/copy.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { compare, fill, settle } from '#server/engine/copy/fill.ts';
import { migrate, migrateWithin, refuseUnknownState } from '#server/engine/migrate.ts';
import { appliedMigrations, batchesOf, countRows } from '#server/engine/tables.ts';
import type { Store } from '#server/engine/store.ts';
import { type Report, type TableSum, sumUp } from '#server/engine/copy/table-sum.ts';
import type { BackupFile } from './read.ts';
import { tablesAfter, withScratch, withScratchFile } from './scratch.ts';

/**
 * Loads a backup into an empty database, compares the two, and migrates the database to this program's schema, all in
 * one transaction: a truncated or invalid backup leaves the database unchanged.
 * @returns the sums of each table in the backup
 * @throws StartError if the database is not empty or the backup is damaged
 */
export async function loadBackup(
  backup: BackupFile,
  target: Store,
  report: Report,
  beforeCommit?: BeforeCommit,
): Promise<TableSum[]> {
  const { header, tables } = backup;
  const known = await tablesAfter();
  return target.bulkWrite(async (into) => {
    for (const statement of engineOf(into).beforeMigrating) await statement.execute(into);
    await holdIfEmpty(into, { location: target.location, known });
    await migrateWithin(into, target.location, { to: header.migrations.at(-1) });
    const sums = await backup.summed((batches) =>
      fill(into, { tables, batches, total: header.rows, doing: 'Restoring' }, report),
    );
    await compare(into, sums, report);
    await migrateWithin(into, target.location);
    await settle(into);
    await beforeCommit?.(into);
    return sums;
  });
}

/**
 * Like `loadBackup`, but also accepts an empty database whose schema is newer than the backup's: then the backup is
 * first migrated in a scratch database.
 */
export async function restoreBackup(
  backup: BackupFile,
  target: Store,
  report: Report,
  beforeCommit?: BeforeCommit,
): Promise<TableSum[]> {
  const done = await appliedMigrations(target.db);
  if (done.every((name) => backup.header.migrations.includes(name)))
    return loadBackup(backup, target, report, beforeCommit);
  return withScratchFile(dirname(backup.path), (path) =>
    withScratch(path, async (scratch) => {
      await loadBackup(backup, scratch, report);
      return copyDatabase(scratch, target, report, beforeCommit);
    }),
  );
}

/**
 * Proves a backup by restoring it into a scratch database, which compares the count and hash of each table.
 * @throws StartError if it is damaged or cannot be restored
 */
export async function proveBackup(
  backup: BackupFile,
  report: Report,
  beforeCommit?: BeforeCommit,
): Promise<TableSum[]> {
  return withScratchFile(dirname(backup.path), (path) =>
    withScratch(path, (scratch) => loadBackup(backup, scratch, report, beforeCommit)),
  );
}

/**
 * Verifies a SQLite backup file: SQLite finds no fault in it, foreign keys are valid, and all rows can be read. Opens a
 * copy, because merely opening the file may change it.
 * @throws StartError if it is damaged or not Katydid's
 */
export async function proveSqliteCopy(
  path: string,
  report: Report,
  whenProven?: BeforeCommit,
): Promise<TableSum[]> {
  return withCopy(path, async (store) => {
    const tables = await tablesAfter((await appliedMigrations(store.db)).at(-1));
    const total = await countRows(store.db, tables);
    const sums = await sumUp(tables, batchesOf(store.db, tables), { doing: 'Checking', total, report });
    await whenProven?.(store.db);
    return sums;
  });
}

/**
 * Copies the contents of a SQLite backup file to an empty database of either engine, with this program's schema, and
 * compares the two.
 */
export async function restoreSqliteCopy(
  path: string,
  target: Store,
  report: Report,
  beforeCommit?: BeforeCommit,
): Promise<TableSum[]> {
  return withCopy(path, async (store) => {
    await migrate(store);
    return copyDatabase(store, target, report, beforeCommit);
  });
}

async function withCopy<T>(path: string, work: (store: Store) => Promise<T>): Promise<T> {
  return withScratchFile(dirname(path), async (scratch) => {
    await copyFile(path, scratch);
    refuseDamaged(scratch, path);
    return withScratch(scratch, async (store) => {
      const done = await appliedMigrations(store.db);
      if (done.length === 0) throw new StartError(`${path} is no backup of Katydid.`);
      refuseUnknownState(done, path);
      return work(store);
    });
  });
}

function refuseDamaged(scratch: string, path: string): void {
  let faults: unknown[];
  try {
    const file = new DatabaseSync(scratch, { readOnly: true });
    const found = ['integrity_check', 'foreign_key_check'].flatMap((name) =>
      file.prepare(`PRAGMA ${name}`).all(),
    );
    faults = found.flatMap((row) => Object.values(row)).filter((value) => value !== 'ok');
    file.close();
  } catch (error) {
    throw new StartError(`The backup ${path} is damaged: ${(error as Error).message}.`, { cause: error });
  }
  if (faults.length > 0) throw new StartError(`The backup ${path} is damaged: ${String(faults[0])}.`);
}
