import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Comments on bugs, with their earlier versions and count, and timelines that merge them with the history. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('comments')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('created_by', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('created_at', types.time, (column) => column.notNull())
    // 20,000 characters may be four times as many code points when decomposed.
    .addColumn('body', 'text', (column) => column.notNull().check(sql`length(body) <= 80000`))
    .addColumn('version', 'integer', (column) => column.notNull().check(sql`version > 0`))
    .addColumn('updated_by', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('updated_at', types.time, (column) => column.notNull())
    .addColumn('deleted_by', types.uuid, (column) => column.references('users.id'))
    .addColumn('deleted_at', types.time)
    .addCheckConstraint('comments_body_or_deleted', sql`(length(body) = 0) = (deleted_at is not null)`)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('comments_of_bug')
    .on('comments')
    .columns(['bug_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createTable('comment_versions')
    .addColumn('comment_id', types.uuid, (column) =>
      column.notNull().references('comments.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', (column) => column.notNull().check(sql`version > 0`))
    .addColumn('body', 'text', (column) => column.notNull().check(sql`length(body) between 1 and 80000`))
    .addColumn('written_by', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('written_at', types.time, (column) => column.notNull())
    .addPrimaryKeyConstraint('comment_versions_key', ['comment_id', 'version'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('bug_comments')
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('shard', 'integer', (column) => column.notNull())
    .addColumn('comments', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('bug_comments_key', ['bug_id', 'shard'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('history_by_time').on('history').columns(['bug_id', 'at', 'id']).execute();
}
