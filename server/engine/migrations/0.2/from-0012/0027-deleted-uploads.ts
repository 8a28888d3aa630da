import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** When an upload was deleted, while its content is still on disk. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('files').addColumn('deleted_at', engineOf(db).types.time).execute();
}
