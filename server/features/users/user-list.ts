import { z } from 'zod';
import { fold } from '#contract/bugs/search.ts';
import * as contract from '#contract/accounts/users.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Listener } from '#server/events.ts';
import { Answer } from '#server/http/answer.ts';
import { ClientGone, fieldError } from '#server/http/errors.ts';
import { nextLink } from '#server/http/pages.ts';
import type { Call, ServerMetrics } from '#server/http/request-context.ts';
import { everyone } from '#server/people.ts';
import { byName, suspendedUsers } from './queries.ts';

/** The users by name, as of one version. */
interface UserList {
  readonly all: readonly UserRef[];
  /** Those who are not suspended. */
  readonly users: readonly UserRef[];
  /** The folded names in the same order, for search. */
  readonly folded: readonly string[];
  /** The first page, serialised. */
  readonly json: Buffer;
}

interface Cached {
  readonly version: string;
  readonly list: Promise<UserList>;
}

/** One list for each application. */
const lists = new WeakMap<ServerMetrics, Cached>();

const counter = 'users';

/**
 * Counts the changes of users' names and suspensions in their transactions, so that every instance detects that its list
 * is stale.
 */
export const countUserChanges: Listener = async (tx) => {
  await tx
    .insertInto('counters')
    .values({ name: counter, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    )
    .execute();
};

/**
 * A page of the users by name, or of those with a word in their name that begins with `q`; or those with the given ids.
 * The list is read, sorted and serialised once until a user is added, renamed, suspended or reinstated.
 */
export async function answerUsers({
  db,
  app: { metrics },
  query,
}: Call<typeof contract.listUsers>): Promise<Answer<UserRef[]>> {
  const { q = '', ids, limit = contract.usersOfPage, cursor } = query;
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const list = await cachedList(db, metrics);
  const prefix = fold(q.trim());
  if (ids !== undefined) {
    const wanted = new Set(ids.split(','));
    return new Answer(list.all.filter(({ _id }) => wanted.has(_id)));
  }
  const found = begunBy(prefix, list, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const headers =
    found.length > limit && last
      ? { link: nextLink(contract.listUsers.path, { ...query, limit }, cursorAfter(last)) }
      : {};
  const isFirst = after === undefined && prefix === '' && limit === contract.usersOfPage;
  if (!isFirst) return new Answer(page, headers);
  return new Answer<UserRef[]>(list.json, { ...headers, 'content-type': 'application/json; charset=utf-8' });
}

/** Up to `limit` users after a position with a word in their name that begins with the prefix. */
function begunBy(
  prefix: string,
  { users, folded }: UserList,
  { after, limit }: { after: UserRef | undefined; limit: number },
): UserRef[] {
  const found: UserRef[] = [];
  const begin = after ? users.findIndex((user) => compare(user, after) > 0) : 0;
  for (let at = begin === -1 ? users.length : begin; at < users.length && found.length < limit; at += 1) {
    const [user, name = ''] = [users[at], folded[at]];
    if (user && (name.startsWith(prefix) || name.includes(` ${prefix}`))) found.push(user);
  }
  return found;
}

/** The order of the list. */
const compare = (one: UserRef, other: UserRef) =>
  byName(one, other) || (one._id < other._id ? -1 : Number(one._id > other._id));

/* With the name, so that a renamed user does not move the position. */
const position = z.tuple([z.string(), z.uuid()]);

function cursorAfter({ name, _id }: UserRef): string {
  return Buffer.from(JSON.stringify([name, _id])).toString('base64url');
}

/** @throws AppError 400 if it is not a cursor of this list */
function positionOf(cursor: string): UserRef {
  try {
    const [name, _id] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { name, _id };
  } catch {
    throw fieldError('cursor', contract.userMessages.noCursor());
  }
}

async function cachedList(db: Db, metrics: ServerMetrics): Promise<UserList> {
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      // Ids are in the order of creation: the last one also reveals users who were not added by a request.
      'users.id as newest',
      eb.selectFrom('counters').select('counters.value').where('counters.name', '=', counter).as('changes'),
    ])
    .orderBy('users.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const version = `${row?.changes} ${row?.newest}`;
  const cached = lists.get(metrics);
  if (cached?.version === version) {
    return cached.list.catch((error: unknown) => {
      // Another request ran the read, and its client has disconnected.
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
  const all = (await everyone(db)).toSorted(byName);
  const suspended = new Set((await suspendedUsers(db)).map(({ _id }) => _id));
  const users = all.filter(({ _id }) => !suspended.has(_id));
  const json = Buffer.from(JSON.stringify(users.slice(0, contract.usersOfPage)));
  return { all, users, folded: users.map(({ name }) => fold(name)), json };
}
