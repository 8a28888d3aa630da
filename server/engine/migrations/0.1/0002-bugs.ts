import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Each as a page of the list reads it: filtered or sorted by the first column, newest first within equal ones. */
const indices = [
  ['status', 'number'],
  ['status', 'number desc'],
  ['priority', 'number'],
  ['priority', 'number desc'],
  ['status', 'priority', 'number'],
  ['assigned_to', 'number'],
  ['created_by', 'number'],
  ['updated_at', 'number'],
  ['title_fold', 'number'],
  ['title_fold', 'number desc'],
];

/** The bugs. Lengths allow for texts that grow in code points when they are decomposed. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd, searchIndex } = engineOf(db);
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('value', 'integer', (column) => column.notNull().check(sql`value >= 0`))
    .modifyEnd(tableEnd)
    .execute();
  await db.insertInto('counters').values({ name: 'bugs', value: 0 }).execute();
  await db.schema
    .createTable('bugs')
    .addColumn('number', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('id', types.uuid, (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull().check(sql`length(title) between 1 and 800`))
    .addColumn('description', 'text', (column) =>
      column.notNull().check(sql`length(description) between 1 and 80000`),
    )
    .addColumn('title_fold', types.foldedText, (column) => column.notNull())
    .addColumn('description_fold', types.foldedText, (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull().check(sql`status between 0 and 2`))
    .addColumn('priority', 'integer', (column) => column.notNull().check(sql`priority between 0 and 2`))
    .addColumn('assigned_to', types.uuid, (column) => column.references('users.id'))
    .addColumn('created_by', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('created_at', types.time, (column) => column.notNull())
    .addColumn('updated_at', types.time, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().check(sql`version > 0`))
    .modifyEnd(tableEnd)
    .execute();
  for (const columns of indices) {
    const name = `bugs_${columns.join('_').replaceAll(' ', '_')}`;
    await sql`create index ${sql.id(name)} on bugs (${sql.raw(columns.join(', '))})`.execute(db);
  }
  for (const statement of searchIndex) await statement.execute(db);
}
