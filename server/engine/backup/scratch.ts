import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateWithin } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Store } from '#server/engine/store.ts';
import { type Table, inOrderOfReference, tablesOf } from '#server/engine/tables.ts';
import { scratchName, withTemporaryPath } from './files.ts';

/** Runs `work` with the path of a temporary file, in a folder within `folder` if that is writable. */
export async function withScratchFile<T>(folder: string, work: (path: string) => Promise<T>): Promise<T> {
  const own = await mkdtemp(join(folder, scratchName)).catch(() => mkdtemp(join(tmpdir(), scratchName)));
  return withTemporaryPath(own, () => work(join(own, 'katydid.db')));
}

/** Runs `work` with a SQLite database at the path, which is empty unless the file already existed. */
export async function withScratch<T>(path: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openDatabase(`file:${path}`, { exclusive: true });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A cache of the tables after each migration (undefined: the last), which do not change while the program runs. */
const tablesByMigration = new Map<string | undefined, readonly Table[]>();

/** Katydid's tables after a migration (by default the last), in an order in which they can be filled. */
export async function tablesAfter(migration?: string): Promise<readonly Table[]> {
  const tables = tablesByMigration.get(migration) ?? (await migratedTables(migration));
  tablesByMigration.set(migration, tables);
  return tables;
}

async function migratedTables(migration: string | undefined): Promise<Table[]> {
  return withScratchFile(tmpdir(), (path) =>
    withScratch(path, async (store) => {
      await store.write((tx) => migrateWithin(tx, path, { to: migration }));
      return inOrderOfReference(await tablesOf(store.db));
    }),
  );
}
