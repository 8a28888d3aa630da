import { storedContents, folderOf } from '#server/db/file-contents.ts';
import type { Report } from '#server/db/copy/progress.ts';
import type { Db } from '#server/db/schema.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { type Proof, copyContents } from '#server/files/transfer.ts';

/** Copies the contents that a database needs to its folder, and records the folder's id in the database. */
export async function bringFiles(
  db: Db,
  stores: { from: FileStore; to: FileStore },
  report: Report,
): Promise<Proof> {
  const proof = await copyContents(await storedContents(db), stores, report);
  const id = await folderOf(db);
  if (id !== undefined) await stores.to.identify(id);
  return proof;
}
