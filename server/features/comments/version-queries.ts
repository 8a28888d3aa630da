import { sql } from 'kysely';
import type { CommentVersion } from '#contract/conversation/comments.ts';
import type { Db, Schema } from '#server/engine/schema.ts';

type Versions = Schema['comment_versions'];

/** The present version of the comment; undefined where there is no such comment. */
export async function findVersion(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('comments').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version;
}

interface VersionRow extends Omit<Versions, 'comment_id'> {
  name: string;
}

/** The earlier texts of a comment, and the present one unless it is deleted. */
function textsOf(id: string) {
  return sql<Omit<Versions, 'comment_id'>>`(
    select version, body, written_by, written_at from comment_versions where comment_id = ${id}
    union all select version, body, updated_by as written_by, updated_at as written_at
      from comments where id = ${id} and deleted_at is null)`.as('texts');
}

/** The versions of the comment before one, newest first, and how many bytes each has. */
export async function listVersionSizes(
  db: Db,
  { id, before, limit }: { id: string; before: number; limit: number },
): Promise<{ version: number; size: number }[]> {
  return db
    .selectFrom(textsOf(id))
    .select(['version', sql<number>`octet_length(body)`.as('size')])
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}

/** The texts of the comment before a version and down to another, newest first. */
export async function listVersions(
  db: Db,
  { id, before, downTo }: { id: string; before: number; downTo: number },
): Promise<CommentVersion[]> {
  const rows: VersionRow[] = await db
    .selectFrom(textsOf(id))
    .innerJoin('users', 'users.id', 'texts.written_by')
    .select(['texts.version', 'texts.body', 'texts.written_by', 'texts.written_at', 'users.name'])
    .where('texts.version', '<', before)
    .where('texts.version', '>=', downTo)
    .orderBy('texts.version', 'desc')
    .execute();
  return rows.map((row) => ({
    version: row.version,
    body: row.body,
    by: { _id: row.written_by, name: row.name },
    at: row.written_at,
  }));
}
