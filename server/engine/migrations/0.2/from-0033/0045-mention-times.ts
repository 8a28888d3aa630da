import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** When comments began to mention users, possibly by an edit; null if unknown. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types } = engineOf(db);
  await db.schema.alterTable('comment_mentions').addColumn('since', types.time).execute();
}
