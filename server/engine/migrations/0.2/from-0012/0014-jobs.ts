import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Background jobs, and whether they are held. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('jobs')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('key', 'text', (column) => column.unique())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'running', 'done', 'dead')`),
    )
    .addColumn('created_at', types.time, (column) => column.notNull())
    .addColumn('due_at', types.time)
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('lease', types.uuid)
    .addColumn('finished_at', types.time)
    .addColumn('error', 'text')
    .addCheckConstraint('jobs_due', sql`(due_at is not null) = (state in ('waiting', 'running'))`)
    .addCheckConstraint('jobs_leased', sql`(lease is not null) = (state = 'running')`)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('jobs_due_at').on('jobs').column('due_at').execute();
  await db.schema.createIndex('jobs_finished_at').on('jobs').column('finished_at').execute();
  await db.schema.createIndex('jobs_lease').on('jobs').column('lease').execute();
  // Only one job of a target runs at a time.
  await sql`create unique index jobs_running_target on jobs (target) where state = 'running'`.execute(db);
  await db.schema
    .createTable('job_holds')
    .addColumn('since', types.time, (column) => column.notNull().primaryKey())
    .modifyEnd(tableEnd)
    .execute();
}
