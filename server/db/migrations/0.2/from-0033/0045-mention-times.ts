import type { Kysely } from 'kysely';
import { engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** When comments began to mention users, which may be an edit; null where it is not known. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types } = engineOf(db);
  await db.schema.alterTable('comment_mentions').addColumn('since', types.time).execute();
}
