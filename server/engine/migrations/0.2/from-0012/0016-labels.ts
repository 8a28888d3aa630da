import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Labels, and which bugs have them. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('labels')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', types.foldedText, (column) => column.unique())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('archived_at', types.time)
    .addColumn('merged_into', types.uuid)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('bug_labels')
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('label_id', types.uuid, (column) => column.notNull().references('labels.id'))
    .addPrimaryKeyConstraint('bug_labels_key', ['bug_id', 'label_id'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('bug_labels_label').on('bug_labels').columns(['label_id', 'bug_id']).execute();
}
