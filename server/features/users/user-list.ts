import { fold } from '#contract/bugs/search.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { compiled, compiledWrite } from '#server/db/compiled.ts';
import type { Db } from '#server/db/schema.ts';
import type { Listener } from '#server/events.ts';
import { Answer } from '#server/http/answer.ts';
import { ClientGone } from '#server/http/errors.ts';
import type { AppContext } from '#server/http/request-context.ts';
import { listUsers } from './queries.ts';

/** All users by name, in this version of the users. */
interface UserList {
  readonly users: readonly UserRef[];
  /** The names in the same order, in the form that is searched. */
  readonly folded: readonly string[];
  /** All of it as it is sent. */
  readonly json: Buffer;
}

interface Cached {
  readonly version: string;
  readonly list: Promise<UserList>;
}

/** One list for each application. */
const lists = new WeakMap<AppContext['metrics'], Cached>();

const counter = 'users';

const countUp = compiledWrite<{ value: number }>((tx, value) =>
  tx
    .insertInto('counters')
    .values({ name: counter, value: value('value') })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    ),
);

/** Counts the changes of users' names in their transactions, so that every instance detects that its list is stale. */
export const countUserChanges: Listener = async (tx, { type }) => {
  if (type === 'registered' || type === 'user changed') await countUp(tx, { value: 1 });
};

const selectVersion = compiled<object, { newest: string; changes: number | null }>((db) =>
  db
    .selectFrom('users')
    .select((eb) => [
      // Ids are in the order of creation: the last one also reveals users that no request added.
      'users.id as newest',
      eb.selectFrom('counters').select('counters.value').where('counters.name', '=', counter).as('changes'),
    ])
    .orderBy('users.id', 'desc')
    .limit(1),
);

/**
 * The users, by name: everyone, or up to `limit` of those of whose name a word begins with `q`. The list is read, sorted and
 * serialised once until a user is added or renamed.
 */
export async function answerUsers(
  { db, metrics }: Pick<AppContext, 'db' | 'metrics'>,
  { q = '', limit }: { q?: string | undefined; limit?: number | undefined },
): Promise<Answer<UserRef[]>> {
  const { users, folded, json } = await cachedList(db, metrics);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  if (q === '' && (limit === undefined || limit >= users.length)) return new Answer<UserRef[]>(json, headers);
  const prefix = fold(q.trim());
  const found: UserRef[] = [];
  for (const [i, user] of users.entries()) {
    if (found.length === limit) break;
    const name = folded[i] ?? '';
    if (name.startsWith(prefix) || name.includes(` ${prefix}`)) found.push(user);
  }
  return new Answer<UserRef[]>(found, {});
}

async function cachedList(db: Db, metrics: AppContext['metrics']): Promise<UserList> {
  const [row] = await selectVersion(db, {});
  const version = `${row?.changes} ${row?.newest}`;
  const cached = lists.get(metrics);
  if (cached?.version === version) {
    return cached.list.catch((error: unknown) => {
      // The client of the request that ran the read has disconnected, not this one's.
      if (error instanceof ClientGone) return cachedList(db, metrics);
      throw error;
    });
  }
  // Concurrent requests share the read.
  const list = readList(db);
  lists.set(metrics, { version, list });
  list.catch(() => {
    if (lists.get(metrics)?.list === list) lists.delete(metrics);
  });
  return list;
}

async function readList(db: Db): Promise<UserList> {
  const users = await listUsers(db);
  return { users, folded: users.map(({ name }) => fold(name)), json: Buffer.from(JSON.stringify(users)) };
}
