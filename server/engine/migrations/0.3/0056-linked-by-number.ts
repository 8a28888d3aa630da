import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/engine/schema.ts';

const links = { bug_labels: 'label_id', bug_found_in: 'version_id', bug_fixed_in: 'version_id' };
const values = ['number_value', 'day_value', 'option_id', 'user_id', 'yes_value'];

/**
 * Rows by which lists are filtered have the number of their bug, so that an index has the bugs of a label, a version or a
 * value in the order of a list. It replaces the index with their ids. An index of a field's values by bug was not used.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const indices = Object.entries(links).map(([table, key]) => ({
    table,
    name: `${table}_${key.replace('_id', '')}`,
    columns: sql`${sql.ref(key)}, number`,
  }));
  const valueIndices = values.map((column) => ({
    table: 'bug_custom_values',
    name: `bug_custom_values_${column}`,
    columns: sql`field_id, ${sql.ref(column)}, number) where (${sql.ref(column)} is not null`,
  }));
  const all = [...indices, ...valueIndices];
  for (const name of [...all.map((index) => index.name), 'bug_custom_values_field'])
    await sql`drop index ${sql.id(name)}`.execute(db);
  for (const table of new Set(all.map((index) => index.table))) {
    await db.schema
      .alterTable(table)
      .addColumn('number', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update ${sql.table(table)} set number = (select bugs.number from bugs where bugs.id = bug_id)`.execute(
      db,
    );
  }
  for (const { table, name, columns } of all)
    await sql`create index ${sql.id(name)} on ${sql.table(table)} (${columns})`.execute(db);
}
