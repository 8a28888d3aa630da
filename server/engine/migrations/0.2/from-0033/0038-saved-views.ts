import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Lists of bugs that users save, and the order in which each user has views. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('saved_views')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('owner_id', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', types.foldedText, (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('sort', 'text')
    .addColumn('columns', 'text')
    .addColumn('group_by', 'text')
    .addColumn('is_shared', 'integer', (column) => column.notNull().check(sql`is_shared in (0, 1)`))
    .addUniqueConstraint('saved_views_name', ['owner_id', 'name_key'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('saved_views_shared')
    .on('saved_views')
    .columns(['is_shared', 'name_key'])
    .execute();
  await db.schema
    .createTable('view_places')
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('view', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('is_pinned', 'integer', (column) => column.notNull().check(sql`is_pinned in (0, 1)`))
    .addPrimaryKeyConstraint('view_places_key', ['user_id', 'view'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('view_places_view').on('view_places').columns(['view']).execute();
}
