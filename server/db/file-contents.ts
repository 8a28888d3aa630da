import { sql } from 'kysely';
import { appliedMigrations } from './applied-migrations.ts';
import type { Db } from './schema.ts';

/** A content that files of the database have. */
interface StoredContent {
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** Whether a bug or a comment has such a file. Others are uploads of drafts, and what an edit removed and can give back. */
  readonly isNeeded: boolean;
}

const firstWithFiles = '0021-files';

/** The contents of all files, each once. */
export async function storedContents(db: Db): Promise<StoredContent[]> {
  // A database of an earlier version has no files.
  if (!(await appliedMigrations(db)).includes(firstWithFiles)) return [];
  const rows = await db
    .selectFrom('files')
    .select([
      'sha256',
      'size',
      sql<number>`max(case when loose_since is null then 1 else 0 end)`.as('needed'),
    ])
    .groupBy(['sha256', 'size'])
    .orderBy('sha256')
    .execute();
  return rows.map(({ needed, ...content }) => ({ ...content, isNeeded: needed === 1 }));
}

/** The identity of the folder that has the contents, by the database; undefined where none has been noted. */
export async function folderOf(db: Db): Promise<string | undefined> {
  if (!(await appliedMigrations(db)).includes(firstWithFiles)) return undefined;
  const row = await db.selectFrom('file_folders').select('id').executeTakeFirst();
  return row?.id;
}
