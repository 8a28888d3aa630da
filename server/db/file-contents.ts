import { appliedMigrations } from './applied-migrations.ts';
import type { Db } from './schema.ts';

/** The contents of all files that a bug or a comment has, each once: the hash and the size in bytes. */
export async function attachedContents(db: Db): Promise<{ sha256: string; size: number }[]> {
  // A database of an earlier version has no files.
  if (!(await appliedMigrations(db)).includes('0021-files')) return [];
  return db
    .selectFrom('files')
    .select(['sha256', 'size'])
    .distinct()
    .where('loose_since', 'is', null)
    .orderBy('sha256')
    .execute();
}

/** The identity of the folder that has the contents, by the database; undefined where none has been noted. */
export async function folderOf(db: Db): Promise<string | undefined> {
  if (!(await appliedMigrations(db)).includes('0021-files')) return undefined;
  const row = await db.selectFrom('file_folders').select('id').executeTakeFirst();
  return row?.id;
}
