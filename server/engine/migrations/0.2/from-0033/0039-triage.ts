import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/**
 * Which bugs are triaged, questions to their reporters, and bugs that users have snoozed in triage. The index has the
 * bugs waiting for triage, newest first.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await sql`alter table bugs add column triaged integer check (triaged = 1)`.execute(db);
  await sql`create index bugs_to_triage on bugs (number) where triaged is null and status = 0`.execute(db);
  await db.schema
    .createTable('bug_questions')
    .addColumn('bug_id', types.uuid, (column) =>
      column.notNull().primaryKey().references('bugs.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('asked_by', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('asked_at', types.time, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('triage_snoozes')
    .addColumn('user_id', types.uuid, (column) => column.notNull().references('users.id'))
    .addColumn('bug_id', types.uuid, (column) => column.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('until', types.time, (column) => column.notNull())
    .addPrimaryKeyConstraint('triage_snoozes_key', ['user_id', 'bug_id'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('triage_snoozes_bug').on('triage_snoozes').column('bug_id').execute();
}
