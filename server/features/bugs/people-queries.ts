import { compiled } from '#server/db/compiled.ts';
import type { Db } from '#server/db/schema.ts';

const selectUser = compiled<{ id: string }, { id: string }>((db, value) =>
  db.selectFrom('users').select('id').where('id', '=', value('id')),
);

export async function userExists(db: Db, id: string): Promise<boolean> {
  return (await selectUser(db, { id })).length > 0;
}

/** The names of the users with these ids. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
