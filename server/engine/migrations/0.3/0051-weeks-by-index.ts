import type { Kysely } from 'kysely';
import type { Schema } from '#server/engine/schema.ts';

/** The chart counts bugs by these indices, instead of adding up a table of days that every change updated. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropTable('bug_days').execute();
  await db.schema
    .createIndex('bugs_created_at_number')
    .on('bugs')
    .columns(['created_at', 'number'])
    .execute();
  await db.schema.createIndex('resolutions_at').on('resolutions').columns(['at']).execute();
}
