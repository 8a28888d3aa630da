import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Components, as a column of bugs, so that an index has the bugs of one newest first. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('components')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', types.foldedText, (column) => column.unique())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('owner_id', types.uuid, (column) => column.references('users.id'))
    .addColumn('template', 'text', (column) => column.notNull())
    .addColumn('archived_at', types.time)
    .modifyEnd(tableEnd)
    .execute();
  await sql`alter table bugs add column component_id ${types.uuid} references components (id)`.execute(db);
  await db.schema.createIndex('bugs_component').on('bugs').columns(['component_id', 'number']).execute();
}
