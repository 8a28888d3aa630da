import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** What is known of the backups, for every process to show the same and only one to make the next. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('backups')
    .addColumn('name', 'text', (column) =>
      column
        .notNull()
        .primaryKey()
        .check(sql`name in ('scheduled', 'proven', 'failed')`),
    )
    .addColumn('at', types.time, (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
