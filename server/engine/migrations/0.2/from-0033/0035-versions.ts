import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Versions of the product, and which bugs are found and fixed in them. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('versions')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', types.foldedText, (column) => column.unique())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('planned', 'released', 'archived')`),
    )
    .addColumn('day', 'text', (column) => column.check(sql`length(day) = 10`))
    .addColumn('position', 'integer', (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('bug_found_in')
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('version_id', types.uuid, (column) => column.notNull().references('versions.id'))
    .addPrimaryKeyConstraint('bug_found_in_key', ['bug_id', 'version_id'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('bug_fixed_in')
    .addColumn('bug_id', types.uuid, (column) =>
      column.notNull().primaryKey().references('bugs.id').onDelete('cascade'),
    )
    .addColumn('version_id', types.uuid, (column) => column.notNull().references('versions.id'))
    .modifyEnd(tableEnd)
    .execute();
  for (const table of ['bug_found_in', 'bug_fixed_in'] as const)
    await db.schema.createIndex(`${table}_version`).on(table).columns(['version_id', 'bug_id']).execute();
}
