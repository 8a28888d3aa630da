import { sql } from 'kysely';
import type { UserRef } from '#contract/accounts/users.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';

/* References to users for other features, suspended users included. */

/** The user with this id, locked: no one can suspend or reinstate the user before the transaction ends. */
export async function personToAssign(
  tx: Tx,
  id: string,
): Promise<(UserRef & { readonly isSuspended: boolean }) | undefined> {
  const user = await selectPeople(tx)
    .select('suspended_at')
    .where('id', '=', id)
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forShare())
    .executeTakeFirst();
  return user && { _id: user._id, name: user.name, isSuspended: user.suspended_at !== null };
}

/** The users with these ids, by id. */
export async function peopleWithIds(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, UserRef>> {
  if (ids.length === 0) return new Map();
  const people = await selectPeople(db)
    .where(engineOf(db).isAmong('id', JSON.stringify([...new Set(ids)]), 'uuid'))
    .execute();
  return new Map(people.map((person) => [person._id, person]));
}

/** All users. */
export async function everyone(db: Db): Promise<readonly UserRef[]> {
  return selectPeople(db).orderBy('id').execute();
}

/** The users with these ids, and those with the same names. SQLite distinguishes the case of letters beyond ASCII. */
async function namesakes(db: Db, ids: readonly string[]): Promise<readonly UserRef[]> {
  const theirs = engineOf(db).isAmong('id', JSON.stringify(ids), 'uuid');
  return selectPeople(db)
    .where(sql<boolean>`lower(name) in (select lower(name) from users where ${theirs})`)
    .execute();
}

/** How queries name users. */
export const namedPeople = { named: everyone, namesakes };

function selectPeople(db: Db) {
  return db.selectFrom('users').select(['id as _id', 'name']);
}
