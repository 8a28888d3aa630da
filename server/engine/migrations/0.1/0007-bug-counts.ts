import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** How many bugs there are of each kind, kept with every change, as counting takes ever longer. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('bug_counts')
    .addColumn('of', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('priority', 'integer', (column) => column.notNull())
    .addColumn('bugs', 'integer', (column) => column.notNull().check(sql`bugs >= 0`))
    .addPrimaryKeyConstraint('bug_counts_key', ['of', 'status', 'priority'])
    .modifyEnd(engineOf(db).tableEnd)
    .execute();
  for (const group of [
    sql`'all'`,
    sql`'by:' || created_by`,
    sql`'to:' || coalesce(cast(assigned_to as text), 'none')`,
  ]) {
    await sql`
      insert into bug_counts ("of", status, priority, bugs)
      select ${group}, status, priority, count(*) from bugs group by 1, 2, 3
    `.execute(db);
  }
}
