import { sql } from 'kysely';
import { appliedMigrations } from './tables.ts';
import type { Db } from './schema.ts';

/** A content used by files of the database. */
interface StoredContent {
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /**
   * Whether the file of a bug or comment uses it. Others are uploads of drafts, and files removed by an edit that can
   * be undone.
   */
  readonly isNeeded: boolean;
}

const firstWithFiles = '0021-files';

/** The contents of all files, each once. */
export async function storedContents(db: Db): Promise<StoredContent[]> {
  // Databases of earlier versions have no files.
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

/** The id that the database has stored for the folder with the contents; undefined if there is none. */
export async function folderOf(db: Db): Promise<string | undefined> {
  if (!(await appliedMigrations(db)).includes(firstWithFiles)) return undefined;
  const row = await db.selectFrom('file_folders').select('id').executeTakeFirst();
  return row?.id;
}
