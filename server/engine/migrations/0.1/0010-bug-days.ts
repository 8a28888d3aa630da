import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** How an entry of the history begins that resolved a bug: the status stands first among what was changed. */
const resolving = ['open', 'in-progress'].map(
  (from) => sql`changes like ${`[{"field":"status","from":"${from}","to":"resolved"}%`}`,
);

/**
 * Since when resolved bugs are, and how many were opened and resolved on each day. Of a bug that was resolved before
 * there was a history, the last change is the best that is known.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd, dayOf } = engineOf(db);
  await db.schema
    .createTable('resolutions')
    .addColumn('bug_id', types.uuid, (column) => column.notNull().primaryKey().references('bugs.id'))
    .addColumn('at', types.time, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await sql`
    insert into resolutions (bug_id, at)
    select id, coalesce(
      (select max(at) from history where bug_id = bugs.id and (${sql.join(resolving, sql` or `)})), updated_at)
    from bugs where status = 2
  `.execute(db);
  await db.schema
    .createTable('bug_days')
    .addColumn('day', 'text', (column) => column.notNull().primaryKey())
    .addColumn('opened', 'integer', (column) => column.notNull().check(sql`opened >= 0`))
    .addColumn('resolved', 'integer', (column) => column.notNull().check(sql`resolved >= 0`))
    .modifyEnd(tableEnd)
    .execute();
  await sql`
    insert into bug_days (day, opened, resolved)
    select day, sum(opened), sum(resolved) from (
      select ${dayOf('created_at')} as day, 1 as opened, 0 as resolved from bugs
      union all
      select ${dayOf('at')}, 0, 1 from resolutions
    ) as happenings group by day
  `.execute(db);
}
