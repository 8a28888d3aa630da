import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { folderIds, insertFolder } from './queries.ts';

/** The stores whose folder is noted in the database. */
const noted = new WeakSet<FileStore>();

/**
 * Stores the id of the folder in the database, before its first file. A folder that belongs to another database is not
 * taken over.
 */
export async function noteFolder(
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  files: FileStore,
): Promise<void> {
  if (noted.has(files)) return;
  const mine = newId();
  const id = await files.identify(mine);
  // An empty folder may have got its id from this database before a crash, without being noted.
  if (id === mine || (await isEmpty(files))) {
    await write(async (tx) => {
      if ((await folderIds(tx)).length === 0) await insertFolder(tx, id);
    });
  }
  noted.add(files);
}

async function isEmpty(files: FileStore): Promise<boolean> {
  for await (const _ of files.list()) return false;
  return true;
}

/** Whether the server's folder is not the one with the files of its database. */
export async function isOtherFolder(db: Db, files: FileStore): Promise<boolean> {
  const [ids, id] = [await folderIds(db), await files.folderId()];
  // If the database has no id, a folder with one belongs to another database, unless it is empty.
  if (ids.length === 0) return id !== undefined && !(await isEmpty(files));
  return id === undefined || !ids.includes(id);
}
