import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema } from '#server/engine/schema.ts';

/** Users affected by bugs, and the duplicates whose votes count at another bug. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('bug_votes')
    .addColumn('bug_id', types.uuid, (of) => of.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('user_id', types.uuid, (of) => of.notNull().references('users.id'))
    // A code point can be composed of several stored ones.
    .addColumn('environment', 'text', (of) => of.notNull().check(sql`length(environment) <= 2000`))
    .addColumn('at', types.time, (of) => of.notNull())
    .addPrimaryKeyConstraint('bug_votes_key', ['bug_id', 'user_id'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('carried_votes')
    .addColumn('target_id', types.uuid, (of) => of.notNull().references('bugs.id').onDelete('cascade'))
    .addColumn('origin_id', types.uuid, (of) => of.notNull().references('bugs.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('carried_votes_key', ['target_id', 'origin_id'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('carried_votes_of_origin')
    .on('carried_votes')
    .columns(['origin_id', 'target_id'])
    .execute();
}
