import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Addresses waiting to be confirmed. Existing addresses count as confirmed. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('email_confirmations')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('is_change', 'integer', (column) => column.notNull().check(sql`is_change between 0 and 1`))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('expires_at', types.time, (column) => column.notNull())
    .addColumn('session_id', types.uuid)
    .addCheckConstraint('email_confirmations_session', sql`(is_change = 1) = (session_id is not null)`)
    .addUniqueConstraint('email_confirmations_user', ['user_id', 'is_change'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('email_confirmations_expires_at')
    .on('email_confirmations')
    .column('expires_at')
    .execute();
  await db.schema
    .alterTable('email_changes')
    .addColumn('was_confirmed', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`was_confirmed between 0 and 1`),
    )
    .execute();
  await db.schema
    .alterTable('password_resets')
    .addColumn('is_mailed', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_mailed between 0 and 1`),
    )
    .execute();
}
