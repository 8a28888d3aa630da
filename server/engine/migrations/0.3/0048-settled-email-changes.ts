import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** When the password was set by a link mailed to the new address: from then on, only admins can undo the change. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types } = engineOf(db);
  await db.schema.alterTable('email_changes').addColumn('settled_at', types.time).execute();
}
