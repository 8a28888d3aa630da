import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/**
 * The revisions by which cached bugs are known to be up to date. Without a foreign key: its check would lock the bug,
 * and transactions that edit bugs which count each other would wait in a circle.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await sql`create table bug_revisions (
    bug_id ${types.uuid} not null,
    shard integer not null,
    revision integer not null,
    constraint bug_revisions_key primary key (bug_id, shard)
  ) ${tableEnd}`.execute(db);
  await db.insertInto('counters').values({ name: 'names', value: 0 }).execute();
}
