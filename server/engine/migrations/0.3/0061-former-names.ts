import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/**
 * What things in queries were called before, and what the queries of saved views name. Saved queries of before are looked
 * through by a job, as it has to understand them.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('former_names')
    .addColumn('target_id', types.uuid, (column) => column.notNull())
    .addColumn('name_key', types.foldedText, (column) => column.notNull())
    .addColumn('until', types.time, (column) => column.notNull())
    .addPrimaryKeyConstraint('former_names_key', ['target_id', 'name_key'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.alterTable('saved_views').addColumn('named', 'text').execute();
}
