import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** The positions on boards of bugs that were placed there. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('card_positions')
    .addColumn('bug_id', types.uuid, (column) =>
      column.notNull().primaryKey().references('bugs.id').onDelete('cascade'),
    )
    .addColumn('rank', types.bigInteger, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('card_positions_rank')
    .on('card_positions')
    .columns(['rank', 'bug_id'])
    .execute();
}
