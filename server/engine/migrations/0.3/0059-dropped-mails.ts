import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** What admins see of messages that became nothing. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('dropped_mails')
    .addColumn('id', types.uuid, (column) => column.notNull().primaryKey())
    .addColumn('at', types.time, (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull().check(sql`length(reason) between 1 and 100`))
    .modifyEnd(tableEnd)
    .execute();
}
