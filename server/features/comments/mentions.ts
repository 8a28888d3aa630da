import { sql } from 'kysely';
import { commentMessages, maxMentions } from '#contract/comments.ts';
import { fold } from '#contract/search.ts';
import type { UserRef } from '#contract/users.ts';
import { compiled, compiledRows, compiledWrite } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';
import { beforeCommit } from '#server/db/transaction.ts';
import { fieldError } from '#server/http/errors.ts';
import { mentionCandidates } from './mention-candidates.ts';

interface Text {
  readonly body: string;
  /** The ids that the request gives; without them, the text decides. */
  readonly mentions?: readonly string[] | undefined;
}

const selectUsers = compiled<{ wanted: string; known: string }, UserRef, { column: 'id' | 'name' }>(
  (db, value, { column }) => {
    const { isAmong } = engineOf(db);
    const isWanted = isAmong(`users.${column}`, sql`${value('wanted')}`, column === 'id' ? 'uuid' : 'text');
    return db
      .selectFrom('users')
      .select(['users.id as _id', 'users.name'])
      .where(isWanted)
      .where((eb) =>
        eb.or([eb('users.suspended_at', 'is', null), isAmong('users.id', sql`${value('known')}`, 'uuid')]),
      );
  },
);

/**
 * Whom a text mentions, by name. Users who are suspended can stay where they were mentioned `before`.
 * @throws AppError 400 where a user who is given cannot be mentioned
 */
export async function mentionedIn(
  tx: Tx,
  { body, mentions }: Text,
  before: readonly UserRef[] = [],
): Promise<UserRef[]> {
  const known = JSON.stringify(before.map(({ _id }) => _id));
  if (mentions === undefined) return inOrder(await namedIn(tx, mentionCandidates(body), known));
  if (mentions.length === 0) return [];
  const users = await selectUsers(tx, { wanted: JSON.stringify(mentions), known }, { column: 'id' });
  if (users.length < mentions.length) throw fieldError('mentions', commentMessages.cannotBeMentioned());
  return inOrder(users);
}

/** Of each list of names, the user who alone has the first of these that anyone has alone. */
async function namedIn(tx: Tx, candidates: readonly string[][], known: string): Promise<UserRef[]> {
  const names = [...new Set(candidates.flat())];
  if (names.length === 0) return [];
  const users = await selectUsers(tx, { wanted: JSON.stringify(names), known }, { column: 'name' });
  const byName = Map.groupBy(users, ({ name }) => name);
  const found = candidates.map((some) => {
    const name = some.find((each) => byName.get(each)?.length === 1);
    return name === undefined ? undefined : byName.get(name)?.[0];
  });
  const unique = new Map(found.filter((user) => user !== undefined).map((user) => [user._id, user]));
  return [...unique.values()].slice(0, maxMentions);
}

/** By name, on both engines alike. */
export function inOrder(users: readonly UserRef[]): UserRef[] {
  const key = ({ _id, name }: UserRef) => `${fold(name)} ${_id}`;
  return users.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Those who are mentioned in the row `comments`, as JSON. */
export function mentionsOfComment(db: Db) {
  const users = engineOf(db).jsonArrayOf({ _id: 'users.id', name: 'users.name' }, 'users.name');
  return sql<string>`(select ${users} from comment_mentions join users on users.id = comment_mentions.user_id
    where comment_mentions.comment_id = comments.id)`;
}

const insertMentions = compiledRows<Schema['comment_mentions']>((tx, rows) =>
  tx.insertInto('comment_mentions').values(rows),
);

const deleteMentions = compiledWrite<{ id: string }>((tx, value) =>
  tx.deleteFrom('comment_mentions').where('comment_id', '=', value('id')),
);

/** Has the transaction store whom the comment mentions, who were others before. */
export function storeMentions(
  tx: Tx,
  id: string,
  { before, after }: { before: readonly UserRef[]; after: readonly UserRef[] },
): void {
  if (before.length > 0) beforeCommit(tx, deleteMentions(tx, { id }));
  const rows = after.map(({ _id }) => ({ comment_id: id, user_id: _id }));
  if (rows.length > 0) beforeCommit(tx, insertMentions(tx, rows));
}
