import type { Kysely } from 'kysely';
import type { Schema } from '#server/engine/schema.ts';

/** Queries ask for bugs with many comments. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createIndex('bug_comments_comments')
    .on('bug_comments')
    .columns(['comments', 'bug_id'])
    .execute();
}
