import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Accounts and their sessions. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('users')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().check(sql`length(name) between 1 and 400`))
    .addColumn('email', 'text', (column) => column.notNull().check(sql`length(email) between 3 and 254`))
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) =>
      column.notNull().check(sql`password_hash like '$argon2id$%'`),
    )
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('user', 'admin')`))
    .addColumn('created_at', types.time, (column) => column.notNull())
    .addColumn('suspended_at', types.time)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id', types.uuid, (column) => column.notNull().unique())
    .addColumn('token_hash', 'text', (column) =>
      column
        .notNull()
        .primaryKey()
        .check(sql`length(token_hash) = 64`),
    )
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', types.time, (column) => column.notNull())
    .addColumn('last_used_at', types.time, (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
}
