import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/engine/schema.ts';

/** Finds what mails on a bug contain without reading all its texts: its first title, and its latest comments. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await sql`create index history_of_titles on history (bug_id, version) where changes like '%"field":"title"%'`.execute(
    db,
  );
  await sql`create index comments_by_change on comments (bug_id, updated_at, id) where deleted_at is null`.execute(
    db,
  );
}
