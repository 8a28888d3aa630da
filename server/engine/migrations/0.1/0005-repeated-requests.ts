import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Answers that are kept for requests which may come again. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('kept_answers')
    .addColumn('request', 'text', (column) => column.notNull().primaryKey())
    .addColumn('answered_at', types.time, (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('kept_answers_answered_at').on('kept_answers').column('answered_at').execute();
}
