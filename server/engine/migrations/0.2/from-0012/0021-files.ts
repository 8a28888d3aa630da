import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Files of bugs and comments, how much of them each user has uploaded, and which folder has their contents. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('files')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('sha256', 'text', (column) => column.notNull().check(sql`length(sha256) = 64`))
    .addColumn('name', 'text', (column) => column.notNull().check(sql`length(name) between 1 and 255`))
    .addColumn('size', 'integer', (column) => column.notNull().check(sql`size >= 0`))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('created_by', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('created_at', types.time, (column) => column.notNull())
    .addColumn('bug_id', types.uuid, (column) => column.references('bugs.id').onDelete('set null'))
    .addColumn('comment_id', types.uuid, (column) => column.references('comments.id').onDelete('set null'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('loose_since', types.time)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('files_by_sha256').on('files').columns(['sha256']).execute();
  await db.schema.createIndex('files_of_bug').on('files').columns(['bug_id', 'position']).execute();
  await db.schema.createIndex('files_of_comment').on('files').columns(['comment_id', 'position']).execute();
  await db.schema
    .createIndex('files_loose')
    .on('files')
    .columns(['loose_since'])
    .where('loose_since', 'is not', null)
    .execute();
  // Files of deleted bugs or comments, until that is recorded.
  await db.schema
    .createIndex('files_orphaned')
    .on('files')
    .columns(['id'])
    .where(sql<boolean>`bug_id is null and comment_id is null and loose_since is null`)
    .execute();
  await db.schema
    .createTable('file_usage')
    .addColumn('user_id', types.uuid, (column) => column.notNull().primaryKey().references('users.id'))
    .addColumn('bytes', types.bigInteger, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('file_folders')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .modifyEnd(tableEnd)
    .execute();
}
