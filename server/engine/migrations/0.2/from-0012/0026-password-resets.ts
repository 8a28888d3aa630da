import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Links that set a new password. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', types.uuid, (column) => column.notNull().unique().references('users.id'))
    .addColumn('created_at', types.time, (column) => column.notNull())
    .addColumn('expires_at', types.time, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
