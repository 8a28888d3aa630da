import { sql } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { engineOf } from './dialect.ts';
import { holdIfEmpty } from './empty.ts';
import { migrateWithin, migrationsDone } from './migrate.ts';
import type { Store } from './open.ts';
import type { Db, Tx } from './schema.ts';
import { TableSum } from './table-sum.ts';
import { clear, countRows, inOrderOfReference, insertRows, rowsOf, tablesOf } from './tables.ts';

/** How far a copy is: `done` of `total` rows are written, or indices made, or rows read again and compared. */
export interface Progress {
  doing: 'Copying' | 'Indexing' | 'Checking';
  /** The name of the table or the index. */
  what: string;
  done: number;
  total: number;
}

export type Report = (progress: Progress) => void;

/**
 * Copies everything into an empty database, of either engine, and compares both sides. All of it is one transaction,
 * the comparison included: a copy that is cut off or turns out wrong leaves the target as it was. What is copied is what
 * the database itself lists, so that a new table needs no line here.
 * @returns what each table holds, on both sides
 * @throws StartError when the target is not empty, or the source is not of this version
 */
export async function copyDatabase(source: Store, target: Store, report: Report): Promise<TableSum[]> {
  return source.snapshot((from) =>
    target.writeInBulk(async (into) => {
      for (const statement of engineOf(into).beforeMigrating) await statement.execute(into);
      await holdIfEmpty(into, { location: target.location, known: await tablesOf(from) });
      await migrateWithin(into, target.location);
      await refuseOtherVersion(from, into, source.location);
      const sums = await fill(from, into, report);
      await compare(into, sums, report);
      return sums;
    }),
  );
}

async function refuseOtherVersion(from: Db, into: Db, location: string): Promise<void> {
  const [has, needs] = [await migrationsDone(from), await migrationsDone(into)];
  if (has.length === 0) throw new StartError(`There is nothing of Katydid in ${location}.`);
  if (has.join() !== needs.join()) {
    throw new StartError(
      `${location} is not of this version of Katydid. Start this version on it once, which brings it up to date; then copy.`,
    );
  }
}

async function fill(from: Db, into: Tx, report: Report): Promise<TableSum[]> {
  const tables = inOrderOfReference(await tablesOf(into));
  // Made at the end, they make a copy three times as quick.
  const { rows: indices } = await engineOf(into).indices.execute(into);
  for (const { name } of indices) await sql`drop index ${sql.id(name)}`.execute(into);
  // What the migrations put in, which the source has as well.
  for (const table of tables.toReversed()) await clear(into, table);
  let total = 0;
  for (const table of tables) total += await countRows(from, table);
  let done = 0;
  const sums: TableSum[] = [];
  for (const table of tables) {
    const sum = new TableSum(table);
    for await (const rows of rowsOf(from, table)) {
      sum.add(rows);
      await insertRows(into, table, rows);
      done += rows.length;
      report({ doing: 'Copying', what: table.name, done, total });
    }
    sums.push(sum);
  }
  for (const [i, { name, definition }] of indices.entries()) {
    report({ doing: 'Indexing', what: name, done: i, total: indices.length });
    await sql.raw(definition).execute(into);
  }
  for (const statement of engineOf(into).afterFilling(tables.map(({ name }) => name))) {
    await statement.execute(into);
  }
  return sums;
}

/** Reads the target again, and lets nothing of it stay unless it holds what was read from the source. */
async function compare(into: Tx, sums: readonly TableSum[], report: Report): Promise<void> {
  const total = sums.reduce((rows, sum) => rows + sum.rows, 0);
  let done = 0;
  for (const { table, rows, hash } of sums) {
    const found = new TableSum(table);
    for await (const read of rowsOf(into, table)) {
      found.add(read);
      done += read.length;
      report({ doing: 'Checking', what: table.name, done, total });
    }
    if (found.rows !== rows || found.hash !== hash) {
      throw new StartError(
        `The copy of ${table.name} is not what was read: ${rows} rows with hash ${hash}, and ${found.rows} with ${found.hash} after writing. Nothing was kept.`,
      );
    }
  }
}
