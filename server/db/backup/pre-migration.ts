import { StartError } from '#server/start-error.ts';
import { writeAtomically } from './atomic-file.ts';
import { tablesInUse } from '#server/db/copy/empty.ts';
import type { Store } from '#server/db/store.ts';
import type { Tx } from '#server/db/schema.ts';
import { tablesOf } from '#server/db/tables.ts';

/**
 * Before a migration, within its transaction: a copy of a SQLite file in which there are data, beside it. One that an
 * earlier start made is replaced: it was cut off before it migrated.
 * @throws StartError when the copy cannot be made
 */
export async function copyBeforeMigration(
  store: Store,
  tx: Tx,
  migration: string,
  onNotice: (line: string) => void,
): Promise<void> {
  const { copyFile, location } = store;
  if (!copyFile || (await tablesInUse(tx, await tablesOf(tx))).length === 0) return;
  const path = `${location}.before-${migration}`;
  try {
    await writeAtomically(path, { force: true }, async (partial) => copyFile(partial));
  } catch (error) {
    throw new StartError(
      `Cannot keep a copy of ${location} before bringing it up to date: ${(error as Error).message}. Make room for ${path}; nothing was changed.`,
      { cause: error },
    );
  }
  onNotice(`Before the database was brought up to date, it was copied to ${path}`);
}
