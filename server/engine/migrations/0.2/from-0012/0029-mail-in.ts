import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Addresses for replies, incoming messages, and the texts of those that became comments. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('reply_addresses')
    .addColumn('token_hash', 'text', (column) =>
      column
        .notNull()
        .primaryKey()
        .check(sql`length(token_hash) = 64`),
    )
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('bug_id', types.uuid, (column) => column.references('bugs.id').onDelete('set null'))
    .addColumn('created_at', types.time, (column) => column.notNull())
    .addColumn('expires_at', types.time, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('reply_addresses_of_user').on('reply_addresses').columns(['user_id']).execute();
  await db.schema.createIndex('reply_addresses_of_bug').on('reply_addresses').columns(['bug_id']).execute();
  await db.schema
    .createIndex('reply_addresses_by_end')
    .on('reply_addresses')
    .columns(['expires_at'])
    .execute();
  await db.schema
    .createTable('incoming_mails')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('received_at', types.time, (column) => column.notNull())
    .addColumn('raw', 'text', (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('handled_mails')
    .addColumn('key', 'text', (column) =>
      column
        .notNull()
        .primaryKey()
        .check(sql`length(key) = 64`),
    )
    .addColumn('at', types.time, (column) => column.notNull())
    .addColumn('answered_to', types.uuid, (column) => column.references('users.id'))
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('handled_mails_by_time').on('handled_mails').columns(['at']).execute();
  await db.schema
    .createTable('mailed_texts')
    .addColumn('comment_id', types.uuid, (column) =>
      column.notNull().primaryKey().references('comments.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('is_trimmed', 'integer', (column) => column.notNull().check(sql`is_trimmed between 0 and 1`))
    .modifyEnd(tableEnd)
    .execute();
}
