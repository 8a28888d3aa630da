import { StartError } from '#server/start-error.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { compare, fill, settle } from './fill.ts';
import { migrateWithin } from '#server/engine/migrate.ts';
import {
  appliedMigrations,
  batchesOf,
  countRows,
  inOrderOfReference,
  type Table,
  tablesInUse,
  tablesOf,
} from '#server/engine/tables.ts';
import type { Store } from '#server/engine/store.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Report, TableSum } from './table-sum.ts';

/** Work on a database after it is filled, in the same transaction: if it fails, so does the transaction. */
export type BeforeCommit = (db: Db) => Promise<void>;

/**
 * Copies everything into an empty database of either engine, and compares both sides, all in one transaction: an
 * interrupted or incorrect copy leaves the target unchanged. The tables come from the database's own catalogue, so a
 * new table needs no change here. The copied jobs are held.
 * @returns the sums of each table, which are the same on both sides
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

/**
 * Ensures that a database is empty and stays so until the transaction ends. A database migrated by Katydid but without
 * data counts as empty; `known` are Katydid's tables.
 * @throws StartError if it holds anything or is in use; then nothing has been changed
 */
export async function holdIfEmpty(
  tx: Tx,
  { location, known }: { location: string; known: readonly Table[] },
): Promise<void> {
  const tables = await tablesOf(tx);
  const isPrepared = (await appliedMigrations(tx)).length > 0;
  const foreign = tables.filter(({ name }) => !isPrepared || known.every((table) => table.name !== name));
  if (foreign.length > 0) throw notEmpty(location, 'tables of its own', foreign);
  try {
    for (const statement of engineOf(tx).holdTables(tables.map(({ name }) => name)))
      await statement.execute(tx);
  } catch (error) {
    if (engineOf(tx).failure(error) !== 'busy') throw error;
    throw new StartError(`${location} is in use. Stop the programs that use it, then start again.`, {
      cause: error,
    });
  }
  const used = await tablesInUse(tx, tables);
  if (used.length > 0) throw notEmpty(location, 'data', used);
}

function notEmpty(location: string, what: string, tables: readonly Table[]): StartError {
  const names = tables.map(({ name }) => name).toSorted();
  const more = names.length > 3 ? ', …' : '';
  return new StartError(
    `${location} is not empty: it has ${what} (${names.slice(0, 3).join(', ')}${more}). Nothing was changed; name an empty database.`,
  );
}
