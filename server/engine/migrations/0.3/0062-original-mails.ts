import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** The messages that became bugs and comments. An index has their times and sizes, as the texts are long. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('original_mails')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('comment_id', types.uuid, (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('at', types.time, (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('original_mails_of_bugs')
    .on('original_mails')
    .columns(['bug_id', 'comment_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('original_mails_of_comments')
    .unique()
    .on('original_mails')
    .column('comment_id')
    .execute();
  await db.schema
    .createIndex('original_mails_by_age')
    .on('original_mails')
    .columns(['at', 'id', 'size'])
    .execute();
}
