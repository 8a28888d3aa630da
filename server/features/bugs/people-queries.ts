import { compiled } from '#server/db/compiled.ts';
import type { Db } from '#server/db/schema.ts';

const selectName = compiled<{ id: string }, { name: string }>((db, value) =>
  db.selectFrom('users').select('name').where('id', '=', value('id')),
);

/** The user's name; undefined where there is no such user. */
export async function nameOf(db: Db, id: string): Promise<string | undefined> {
  const [user] = await selectName(db, { id });
  return user?.name;
}

const selectEveryone = compiled<object, { _id: string; name: string }>((db) =>
  db.selectFrom('users').select(['id as _id', 'name']).orderBy('id'),
);

/** All users, suspended ones included. */
export async function everyone(db: Db): Promise<readonly { _id: string; name: string }[]> {
  return selectEveryone(db, {});
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
