import { newId } from '#server/db/id.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { folderIds, insertFolder } from './queries.ts';

/** The stores whose folder is noted in the database. */
const noted = new WeakSet<FileStore>();

/** Has the database remember the folder that has its files, with the first of them. */
export async function noteFolder(
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  files: FileStore,
): Promise<void> {
  if (noted.has(files)) return;
  const id = await files.identify(newId());
  await write(async (tx) => {
    if ((await folderIds(tx)).length === 0) await insertFolder(tx, id);
  });
  noted.add(files);
}

/** Whether this server has another folder than the one that has the files of its database. */
export async function isOtherFolder(db: Db, files: FileStore): Promise<boolean> {
  const ids = await folderIds(db);
  if (ids.length === 0) return false;
  const id = await files.folderId();
  return id === undefined || !ids.includes(id);
}
