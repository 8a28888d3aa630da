import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** How bugs were resolved. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('bug_resolutions')
    .addColumn('bug_id', types.uuid, (column) =>
      column.notNull().primaryKey().references('bugs.id').onDelete('cascade'),
    )
    .addColumn('resolution', 'integer', (column) => column.notNull().check(sql`resolution between 0 and 4`))
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('bug_resolutions_resolution')
    .on('bug_resolutions')
    .columns(['resolution', 'bug_id'])
    .execute();
}
