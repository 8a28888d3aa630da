import { sql } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { type Table, appliedMigrations, hasRows, tablesOf } from '#server/engine/tables.ts';
import type { Db, Tx } from '#server/engine/schema.ts';

/**
 * Ensures that a database is empty and stays so until the transaction ends. A database migrated by Katydid but without
 * data counts as empty; `known` are Katydid's tables.
 * @throws StartError if it holds anything or is in use; nothing has been changed then
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

const jobTables = new Set(['jobs', 'job_holds']);

/**
 * Which of the tables hold users' data. Counters begin at zero, and a server adds its recurring jobs when it starts;
 * all other tables begin empty.
 */
export async function tablesInUse(db: Db, tables: readonly Table[]): Promise<Table[]> {
  const used = [];
  for (const table of tables.filter(({ name }) => !jobTables.has(name))) {
    const isUsed = table.name === 'counters' ? sql`value > 0` : sql`true`;
    if (await hasRows(db, table, isUsed)) used.push(table);
  }
  return used;
}

function notEmpty(location: string, what: string, tables: readonly Table[]): StartError {
  const names = tables.map(({ name }) => name).toSorted();
  const more = names.length > 3 ? ', …' : '';
  return new StartError(
    `${location} is not empty: it has ${what} (${names.slice(0, 3).join(', ')}${more}). Nothing was changed; name an empty database.`,
  );
}
