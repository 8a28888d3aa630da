import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** What was changed on bugs. It goes with its bug. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('history')
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull().check(sql`version > 1`))
    .addColumn('id', types.uuid, (column) => column.notNull().unique())
    .addColumn('at', types.time, (column) => column.notNull())
    .addColumn('changed_by', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('changes', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('history_key', ['bug_id', 'version'])
    .modifyEnd(tableEnd)
    .execute();
}
