import { sql } from 'kysely';
import { engineOf } from './dialect.ts';
import type { Db } from './schema.ts';

/** The names of the applied migrations; none if the database is not Katydid's. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows: columns } = await engineOf(db).columns.execute(db);
  if (!columns.some(({ table }) => table === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}
