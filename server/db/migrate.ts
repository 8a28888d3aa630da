import { Migrator } from 'kysely/migration';
import { StartError } from '#server/start-error.ts';
import * as users from './migrations/0001-users.ts';
import * as bugs from './migrations/0002-bugs.ts';
import * as changes from './migrations/0003-changes.ts';
import * as accounts from './migrations/0004-accounts.ts';
import type { Store } from './open.ts';
import { engineOf } from './dialect.ts';

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
  await store.write(async (tx) => {
    for (const statement of engineOf(tx).beforeMigrating) await statement.execute(tx);
    const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error instanceof Error && error.message.includes('corrupted migrations')) {
      throw new StartError(
        `The database ${store.location} was written by a later version of Katydid. Start that version, or restore a backup of this one's.`,
        { cause: error },
      );
    }
    if (error !== undefined) throw new Error('The migration failed', { cause: error });
  });
}
