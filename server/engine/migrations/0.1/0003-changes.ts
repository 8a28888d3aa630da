import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';

/** What changed lately, in the order of commits, for live streams to catch up with. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('changes')
    .addColumn('seq', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('bug', 'user', 'session')`))
    .addColumn('id', types.uuid, (column) => column.notNull())
    .addColumn('version', 'integer')
    .modifyEnd(tableEnd)
    .execute();
  await db.insertInto('counters').values({ name: 'changes', value: 0 }).execute();
}
