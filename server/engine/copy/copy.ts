import { StartError } from '#server/start-error.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { holdIfEmpty } from './empty.ts';
import { compare, fill, settle } from './fill.ts';
import { holdJobs } from '#server/engine/job-holds.ts';
import { migrateWithin } from '#server/engine/migrate.ts';
import {
  appliedMigrations,
  batchesOf,
  countRows,
  inOrderOfReference,
  tablesOf,
} from '#server/engine/tables.ts';
import type { Store } from '#server/engine/store.ts';
import type { Report } from './progress.ts';
import type { Db } from '#server/engine/schema.ts';
import type { TableSum } from './table-sum.ts';

/** Work on a database after it is filled, in the same transaction, which fails with it. */
export type BeforeCommit = (db: Db) => Promise<void>;

/**
 * Copies everything into an empty database of either engine, and compares both sides. All in one transaction, including
 * the comparison: an interrupted or incorrect copy leaves the target unchanged. The tables come from the database's own
 * catalogue, so a new table needs no change here. The copied jobs are held.
 * @returns what each table holds, on both sides
 * @throws StartError if the target is not empty, or the source is not of this version
 */
export async function copyDatabase(
  source: Store,
  target: Store,
  report: Report,
  beforeCommit?: BeforeCommit,
): Promise<TableSum[]> {
  return source.snapshot((from) =>
    target.bulkWrite(async (into) => {
      for (const statement of engineOf(into).beforeMigrating) await statement.execute(into);
      await holdIfEmpty(into, { location: target.location, known: await tablesOf(from) });
      await migrateWithin(into, target.location);
      await refuseOtherVersion(from, into, source.location);
      const tables = inOrderOfReference(await tablesOf(into));
      const total = await countRows(from, tables);
      const sums = await fill(
        into,
        { tables, batches: batchesOf(from, tables), total, doing: 'Copying' },
        report,
      );
      await compare(into, sums, report);
      await settle(into);
      await holdJobs(into, new Date());
      await beforeCommit?.(into);
      return sums;
    }),
  );
}

async function refuseOtherVersion(from: Db, into: Db, location: string): Promise<void> {
  const [has, needs] = [await appliedMigrations(from), await appliedMigrations(into)];
  if (has.length === 0) throw new StartError(`There is nothing of Katydid in ${location}.`);
  if (has.join() !== needs.join()) {
    throw new StartError(
      `${location} is not of this version of Katydid. Start this version on it once, which brings it up to date; then copy.`,
    );
  }
}
