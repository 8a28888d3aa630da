import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** The value columns that queries select by, each with an index that returns bugs oldest first. */
const indexed = ['number_value', 'day_value', 'option_id', 'user_id', 'yes_value'] as const;

/** Fields of bugs that admins define, and the values of bugs in columns of their types. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('custom_fields')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', types.foldedText, (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) =>
      column
        .notNull()
        .check(sql`kind in ('text', 'number', 'date', 'option', 'options', 'person', 'boolean', 'url')`),
    )
    .addColumn('is_required', 'integer', (column) => column.notNull().check(sql`is_required in (0, 1)`))
    .addColumn('initial', 'text')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('archived_at', types.time)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('custom_field_components')
    .addColumn('field_id', types.uuid, (column) => column.notNull().references('custom_fields.id'))
    .addColumn('component_id', types.uuid, (column) => column.notNull().references('components.id'))
    .addPrimaryKeyConstraint('custom_field_components_key', ['field_id', 'component_id'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('custom_options')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('field_id', types.uuid, (column) => column.notNull().references('custom_fields.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', types.foldedText, (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('archived_at', types.time)
    .addUniqueConstraint('custom_options_name', ['field_id', 'name_key'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('bug_custom_values')
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('field_id', types.uuid, (column) => column.notNull().references('custom_fields.id'))
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('text_value', 'text')
    .addColumn('text_fold', 'text')
    .addColumn('number_value', types.decimal)
    .addColumn('day_value', types.foldedText, (column) => column.check(sql`length(day_value) = 10`))
    .addColumn('option_id', types.uuid, (column) => column.references('custom_options.id'))
    .addColumn('user_id', types.uuid, (column) => column.references('users.id'))
    .addColumn('yes_value', 'integer', (column) => column.check(sql`yes_value in (0, 1)`))
    .addPrimaryKeyConstraint('bug_custom_values_key', ['bug_id', 'field_id', 'part'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('bug_custom_values_field')
    .on('bug_custom_values')
    .columns(['field_id', 'bug_id'])
    .execute();
  for (const column of indexed)
    await db.schema
      .createIndex(`bug_custom_values_${column}`)
      .on('bug_custom_values')
      .columns(['field_id', column, 'bug_id'])
      .where(column, 'is not', null)
      .execute();
}
