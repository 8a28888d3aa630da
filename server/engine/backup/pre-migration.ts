import { StartError } from '#server/start-error.ts';
import { writeAtomically } from './atomic-file.ts';
import { tablesInUse } from '#server/engine/copy/empty.ts';
import type { Store } from '#server/engine/store.ts';
import type { Tx } from '#server/engine/schema.ts';
import { tablesOf } from '#server/engine/tables.ts';

/**
 * Before a migration, within its transaction: copies a SQLite file that contains data, to a file beside it. A copy left
 * by an earlier start is replaced: that start was interrupted before it migrated.
 * @throws StartError if the copy cannot be made
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
