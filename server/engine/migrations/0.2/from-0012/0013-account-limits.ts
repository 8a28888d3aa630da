import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Token buckets, and changes of e-mail addresses that can be undone. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('full_at', types.time, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('rate_limits_full_at').on('rate_limits').column('full_at').execute();
  await db.schema
    .createTable('email_changes')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('old_email', 'text', (column) => column.notNull())
    .addColumn('old_email_key', 'text', (column) => column.notNull())
    .addColumn('new_email', 'text', (column) => column.notNull())
    .addColumn('changed_at', types.time, (column) => column.notNull())
    .addColumn('session_id', types.uuid, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('email_changes_user').on('email_changes').column('user_id').execute();
  await db.schema.createIndex('email_changes_old').on('email_changes').column('old_email_key').execute();
  await db.schema.createIndex('email_changes_changed_at').on('email_changes').column('changed_at').execute();
  // They were encrypted with keys that are quicker to guess than a password's hash.
  await sql`delete from kept_answers`.execute(db);
}
