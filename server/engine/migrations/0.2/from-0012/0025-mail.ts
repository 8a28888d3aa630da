import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Users' mail settings, and which messages are sent without waiting for a bug to be quiet. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('mail_settings')
    .addColumn('user_id', types.uuid, (column) => column.notNull().primaryKey().references('users.id'))
    .addColumn('choices', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().check(sql`digest in ('daily', 'weekly')`))
    .addColumn('hour', 'integer', (column) => column.notNull().check(sql`hour between 0 and 23`))
    .addColumn('weekday', 'integer', (column) => column.notNull().check(sql`weekday between 1 and 7`))
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .alterTable('inbox')
    .addColumn('mail_is_urgent', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`mail_is_urgent between 0 and 1`),
    )
    .execute();
  // Rows waiting for the user's next digest.
  await sql`create index inbox_digest on inbox (user_id) where mail_from_at is not null and mail_due_at is null`.execute(
    db,
  );
}
