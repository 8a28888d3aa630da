import { type Kysely, sql } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import { newId } from '#server/engine/id.ts';
import type { Schema } from '#server/engine/schema.ts';

/**
 * Unsubscribe links can be voided. A job searches for those, and for reply addresses, that were published until now.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { types, tableEnd } = engineOf(db);
  await db.schema
    .createTable('stop_link_versions')
    .addColumn('user_id', types.uuid, (column) => column.notNull().primaryKey().references('users.id'))
    .addColumn('version', 'integer', (column) => column.notNull().check(sql`version > 0`))
    .modifyEnd(tableEnd)
    .execute();
  const [bug] = await db.selectFrom('bugs').select('id').limit(1).execute();
  if (!bug) return;
  const at = new Date().toISOString();
  const payload = JSON.stringify({
    links: [],
    contents: [],
    earlier: '00000000-0000-0000-0000-000000000000',
  });
  const rest = {
    target: 'published secrets',
    key: null,
    attempts: 0,
    lease: null,
    finished_at: null,
    error: null,
  };
  const row = {
    id: newId(),
    kind: 'published secrets',
    payload,
    state: 'waiting' as const,
    due_at: at,
    ...rest,
  };
  await db
    .insertInto('jobs')
    .values({ ...row, created_at: at })
    .execute();
}
