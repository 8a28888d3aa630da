import { sql } from 'kysely';
import type { Mention } from '#contract/conversation/bug-mentions.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';

/** A text with mentions: a comment, or the description of a bug. */
type Place =
  | { readonly target: 'bug'; readonly id: string }
  /** `at` is the time of its change. */
  | { readonly target: 'comment'; readonly id: string; readonly at: string };

const columns = { _id: 'users.id', name: 'users.name' };

/** The users mentioned in the row `comments`, as JSON. */
export function mentionsOfComment(db: Db) {
  return mentionsOf(db, 'comment', sql.ref('comments.id'));
}

function mentionsOf(db: Db, target: Place['target'], id: unknown) {
  const table = `${target}_mentions`;
  const mentions = engineOf(db).jsonArrayOf({ ...columns, typed: `${table}.typed` }, 'users.name');
  return sql<string>`(select ${mentions} from ${sql.table(table)}
    join users on users.id = ${sql.ref(`${table}.user_id`)} where ${sql.ref(`${table}.${target}_id`)} = ${id})`;
}

/** The users mentioned in the description of a bug, unsorted. */
export async function findMentions(db: Db, bugId: string): Promise<Mention[]> {
  return db
    .selectFrom('bug_mentions')
    .innerJoin('users', 'users.id', 'bug_mentions.user_id')
    .select(['users.id as _id', 'users.name', 'bug_mentions.typed'])
    .where('bug_mentions.bug_id', '=', bugId)
    .execute();
}

/** The same; undefined where there is no such bug. */
export async function findMentionsOfBug(db: Db, bugId: string): Promise<Mention[] | undefined> {
  const bug = await db
    .selectFrom('bugs')
    .select(mentionsOf(db, 'bug', sql.ref('bugs.id')).as('mentions'))
    .where('bugs.id', '=', bugId)
    .executeTakeFirst();
  return bug && (JSON.parse(bug.mentions) as Mention[]);
}

/** Stores the mentions of a changed text, before the commit. */
export function storeMentions(
  tx: Tx,
  place: Place,
  { before, after }: { before: readonly Mention[]; after: readonly Mention[] },
): void {
  const { target, id } = place;
  const removed = before.filter(({ _id }) => !after.some((mention) => mention._id === _id));
  if (removed.length > 0) {
    const users = JSON.stringify(removed.map(({ _id }) => _id));
    const isOfThese = engineOf(tx).isAmong('user_id', users, 'uuid');
    const deletion =
      target === 'bug'
        ? tx.deleteFrom('bug_mentions').where('bug_id', '=', id)
        : tx.deleteFrom('comment_mentions').where('comment_id', '=', id);
    beforeCommit(tx, deletion.where(isOfThese).execute());
  }
  const isAsBefore = ({ _id, typed }: Mention) =>
    before.some((mention) => mention._id === _id && mention.typed === typed);
  const rows = after
    .filter((mention) => !isAsBefore(mention))
    .map(({ _id, typed }) => ({ user_id: _id, typed }));
  if (rows.length === 0) return;
  // Updates the names by which they were typed.
  const upsert =
    place.target === 'bug'
      ? tx
          .insertInto('bug_mentions')
          .values(rows.map((row) => ({ ...row, bug_id: id })))
          .onConflict((conflict) =>
            conflict
              .columns(['bug_id', 'user_id'])
              .doUpdateSet((eb) => ({ typed: eb.ref('excluded.typed') })),
          )
      : tx
          .insertInto('comment_mentions')
          .values(rows.map((row) => ({ ...row, comment_id: id, since: place.at })))
          .onConflict((conflict) =>
            conflict
              .columns(['comment_id', 'user_id'])
              .doUpdateSet((eb) => ({ typed: eb.ref('excluded.typed') })),
          );
  beforeCommit(tx, upsert.execute());
}
