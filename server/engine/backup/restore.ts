import { dirname } from 'node:path';
import { type BeforeCommit, copyDatabase } from '#server/engine/copy/copy.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { holdIfEmpty } from '#server/engine/copy/empty.ts';
import { compare, fill, settle } from '#server/engine/copy/fill.ts';
import { holdJobs } from '#server/engine/job-holds.ts';
import { migrateWithin } from '#server/engine/migrate.ts';
import { appliedMigrations } from '#server/engine/tables.ts';
import type { Store } from '#server/engine/store.ts';
import type { Report } from '#server/engine/copy/progress.ts';
import type { TableSum } from '#server/engine/copy/table-sum.ts';
import type { BackupFile } from './read.ts';
import { tablesAfter, withScratch, withScratchFile } from './scratch.ts';

/**
 * Loads a backup into an empty database, compares the two, and migrates it to this program's schema. All in one
 * transaction: a truncated or invalid backup leaves the database unchanged.
 * @returns the contents of each table of the backup, as sums
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
    await holdJobs(into, new Date());
    await beforeCommit?.(into);
    return sums;
  });
}

/**
 * The same, into any empty database: if its schema is newer than the backup's, the backup is first migrated in a
 * scratch database.
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
 * Restores a backup into a scratch database, which compares the count and hash of each table.
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
