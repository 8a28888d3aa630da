import { sql } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';
import { type Progress, type Report, type TableSum, sumUp } from './table-sum.ts';
import { type Batch, type Table, batchesOf, clear, insertRows } from '#server/engine/tables.ts';
import { emptyOutbox } from '#server/engine/changes.ts';

interface Filling {
  /** The tables of the batches, in an order in which they can be filled. */
  tables: readonly Table[];
  batches: AsyncIterable<Batch>;
  /** The expected number of rows. */
  total: number;
  doing: Progress['doing'];
}

/** Replaces the contents of the tables with these rows; returns the sums of their new contents. */
export async function fill(
  into: Tx,
  { tables, batches, total, doing }: Filling,
  report: Report,
): Promise<TableSum[]> {
  // Deletes the rows that migrations inserted, because the source contains them as well.
  for (const table of tables.toReversed()) await clear(into, table);
  const written = async function* () {
    for await (const batch of batches) {
      await insertRows(into, batch.table, batch.rows);
      yield batch;
    }
  };
  return withoutIndices(
    into,
    tables.map(({ name }) => name),
    () => sumUp(tables, written(), { doing, total, report }),
    report,
  );
}

/**
 * Runs work that fills the tables without their indices, and recreates the indices afterwards, which is three times as
 * fast. Indices that a constraint needs are not dropped. On PostgreSQL, others can neither read nor write the tables
 * until the transaction ends.
 */
export async function withoutIndices<T>(
  into: Tx,
  tables: readonly string[],
  work: () => Promise<T>,
  report: Report = () => {},
): Promise<T> {
  const { rows } = await engineOf(into).indices.execute(into);
  const indices = rows.filter(({ table }) => tables.includes(table));
  for (const { name } of indices) await sql`drop index ${sql.id(name)}`.execute(into);
  for (const statement of engineOf(into).beforeFilling) await statement.execute(into);
  const result = await work();
  for (const [i, { name, definition }] of indices.entries()) {
    report({ doing: 'Indexing', what: name, done: i, total: indices.length });
    await sql.raw(definition).execute(into);
  }
  for (const statement of engineOf(into).afterFilling(tables)) await statement.execute(into);
  return result;
}

/**
 * Reads the tables again and compares them with what was read from the source. A mismatch rolls everything back.
 * @throws StartError that names the first table that differs
 */
export async function compare(into: Tx, sums: readonly TableSum[], report: Report): Promise<void> {
  const total = sums.reduce((rows, sum) => rows + sum.rows, 0);
  const tables = sums.map(({ table }) => table);
  const found = await sumUp(tables, batchesOf(into, tables), { doing: 'Checking', total, report });
  for (const [i, { table, rows, hash }] of sums.entries()) {
    const other = found[i];
    if (other?.rows === rows && other.hash === hash) continue;
    throw new StartError(
      `The copy of ${table.name} is not what was read: ${rows} rows with hash ${hash}, and ${other?.rows} with ${other?.hash} after writing. Nothing was stored.`,
    );
  }
}

/**
 * Completes a database filled from another one: numbers pending changes of the source, sets state stored outside the
 * tables, and holds the jobs.
 */
export async function settle(tx: Tx): Promise<void> {
  await emptyOutbox(tx);
  await sql`
    update counters set value = (select max(number) from bugs)
    where name = 'bugs' and value < (select max(number) from bugs)
  `.execute(tx);
  for (const statement of engineOf(tx).resetBugNumbers) await statement.execute(tx);
  await holdJobs(tx, new Date());
}

/** Holds all jobs: after a restore or copy, they might repeat work already done, here or elsewhere. */
export async function holdJobs(tx: Tx, now: Date): Promise<void> {
  await tx
    .insertInto('job_holds')
    .values({ since: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
