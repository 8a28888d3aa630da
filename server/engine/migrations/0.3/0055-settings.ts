import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** What admins have set: one row each. A setting without a row has its default. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .modifyEnd(engineOf(db).tableEnd)
    .execute();
}
