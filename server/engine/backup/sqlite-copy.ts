import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/start-error.ts';
import { type BeforeCommit, copyDatabase } from '#server/engine/copy/copy.ts';
import { migrate } from '#server/engine/migrate.ts';
import { appliedMigrations, batchesOf, countRows } from '#server/engine/tables.ts';
import type { Store } from '#server/engine/store.ts';
import type { Report } from '#server/engine/copy/progress.ts';
import { type TableSum, sumUp } from '#server/engine/copy/table-sum.ts';
import { refuseUnknownState } from './read.ts';
import { tablesAfter, withScratch, withScratchFile } from './scratch.ts';

/**
 * Verifies a SQLite backup file: SQLite finds no fault in it, foreign keys are valid, and all rows can be read. Opens a
 * copy, as merely opening the file may change it.
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

/** Copies its contents to an empty database of either engine, with this program's schema, and compares the two. */
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
