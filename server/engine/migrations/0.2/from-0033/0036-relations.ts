import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Relations of bugs, and the data that duplicates carry over to the bugs they duplicate. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('bug_relations')
    .addColumn('from_id', types.uuid, (of) => of.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('kind', 'text', (of) =>
      of.notNull().check(sql`kind in ('blocks', 'parent', 'related', 'duplicate', 'causes')`),
    )
    .addColumn('to_id', types.uuid, (of) => of.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('created_by', types.uuid, (of) => of.notNull().references('users.id'))
    .addColumn('at', types.time, (of) => of.notNull())
    .addColumn('state_before', 'text')
    .addPrimaryKeyConstraint('bug_relations_key', ['from_id', 'kind', 'to_id'])
    .addCheckConstraint('bug_relations_two', sql`from_id <> to_id`)
    .addCheckConstraint('bug_relations_state', sql`(kind = 'duplicate') = (state_before is not null)`)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('bug_relations_to')
    .on('bug_relations')
    .columns(['to_id', 'kind', 'from_id'])
    .execute();
  await sql`create unique index bug_relations_parent on bug_relations (to_id) where kind = 'parent'`.execute(
    db,
  );
  await sql`create unique index bug_relations_duplicate on bug_relations (from_id) where kind = 'duplicate'`.execute(
    db,
  );
  await db.schema
    .createTable('relation_changes')
    .addColumn('id', types.uuid, (of) => of.notNull().primaryKey())
    .addColumn('bug_id', types.uuid, (of) => of.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('at', types.time, (of) => of.notNull())
    .addColumn('changed_by', types.uuid, (of) => of.notNull().references('users.id'))
    .addColumn('kind', 'text', (of) => of.notNull())
    .addColumn('is_added', 'integer', (of) => of.notNull().check(sql`is_added between 0 and 1`))
    .addColumn('other_number', 'integer', (of) => of.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('relation_changes_of_bug')
    .on('relation_changes')
    .columns(['bug_id', 'at', 'id'])
    .execute();
  await carryOver(db, 'carried_watches', []);
  await carryOver(db, 'carried_reactions', ['name']);
  for (const table of ['watches', 'bug_reactions'])
    await sql`alter table ${sql.table(table)} add column is_carried integer not null default 0
      check (is_carried between 0 and 1)`.execute(db);
}

/** The data that another bug has because of a duplicate. */
async function carryOver(db: Kysely<Schema>, table: string, columns: readonly string[]): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  const begun = db.schema
    .createTable(table)
    .addColumn('target_id', types.uuid, (of) => of.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('user_id', types.uuid, (of) => of.notNull().references('users.id'))
    .addColumn('origin_id', types.uuid, (of) => of.notNull().references('bugs.id').onDelete('cascade'));
  await columns
    .reduce((made, column) => made.addColumn(column, 'text', (of) => of.notNull()), begun)
    .addPrimaryKeyConstraint(`${table}_key`, ['target_id', 'user_id', ...columns, 'origin_id'] as never)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex(`${table}_of_origin`).on(table).columns(['origin_id']).execute();
}
