import { sql } from 'kysely';
import type { UserRef } from '#contract/accounts/users.ts';
import { compiled } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';

/* References to users for other features, suspended users included. */

const selectOne = compiled<{ id: string }, UserRef>((db, value) =>
  db.selectFrom('users').select(['id as _id', 'name']).where('id', '=', value('id')),
);

/** The user with this id. */
export async function personWithId(db: Db, id: string): Promise<UserRef | undefined> {
  const [person] = await selectOne(db, { id });
  return person;
}

const selectSome = compiled<{ ids: string }, UserRef>((db, value) =>
  db
    .selectFrom('users')
    .select(['id as _id', 'name'])
    .where(engineOf(db).isAmong('id', sql`${value('ids')}`, 'uuid')),
);

/** The users with these ids, by them. */
export async function peopleWithIds(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, UserRef>> {
  if (ids.length === 0) return new Map();
  const people = await selectSome(db, { ids: JSON.stringify([...new Set(ids)]) });
  return new Map(people.map((person) => [person._id, person]));
}

const selectEveryone = compiled<object, UserRef>((db) =>
  db.selectFrom('users').select(['id as _id', 'name']).orderBy('id'),
);

/** All users. */
export async function everyone(db: Db): Promise<readonly UserRef[]> {
  return selectEveryone(db, {});
}
