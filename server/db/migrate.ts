import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from '#server/start-error.ts';
import * as users from './migrations/0001-users.ts';
import * as bugs from './migrations/0002-bugs.ts';
import * as changes from './migrations/0003-changes.ts';
import * as accounts from './migrations/0004-accounts.ts';
import type { Store } from './open.ts';
import { engineOf } from './dialect.ts';
import type { Db, Tx } from './schema.ts';

/** Every migration, by the name under which the database remembers it; the names are their order. */
const migrations = {
  '0001-users': users,
  '0002-bugs': bugs,
  '0003-changes': changes,
  '0004-accounts': accounts,
};

/**
 * Brings the database to the schema of this program, in one transaction: a start that is cut off leaves it as it was.
 * @throws StartError when a later program has already migrated it further
 */
export async function migrate(store: Store): Promise<void> {
  await store.writeInBulk((tx) => migrateWithin(tx, store.location));
}

/** The same within a transaction that has more to do; `location` is what the database is called for people. */
export async function migrateWithin(tx: Tx, location: string): Promise<void> {
  for (const statement of engineOf(tx).beforeMigrating) await statement.execute(tx);
  const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && error.message.includes('corrupted migrations')) {
    throw new StartError(
      `The database ${location} was written by a later version of Katydid. Start that version, or restore a backup of this one's.`,
      { cause: error },
    );
  }
  if (error !== undefined) throw new Error('The migration failed', { cause: error });
}

/** The names of the migrations that the database has behind it; none where it is not Katydid's. */
export async function migrationsDone(db: Db): Promise<string[]> {
  const { rows: columns } = await engineOf(db).columns.execute(db);
  if (!columns.some(({ table }) => table === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}
