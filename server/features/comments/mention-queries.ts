import { sql } from 'kysely';
import type { Mention } from '#contract/conversation/comments.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';

/** A text with mentions: a comment, or the description of a bug. */
type Place =
  | { readonly target: 'bug'; readonly id: string }
  /** `at` is the time of its change. */
  | { readonly target: 'comment'; readonly id: string; readonly at: string };

/** The users mentioned in the row `comments`, as JSON. */
export function mentionsOfComment(db: Db) {
  return mentionsOf(db, 'comment', sql.ref('comments.id'));
}

/** The users mentioned in the description of a bug, unsorted; undefined if there is no such bug. */
export async function findMentionsOfBug(db: Db, bugId: string): Promise<Mention[] | undefined> {
  const bug = await db
    .selectFrom('bugs')
    .select(mentionsOf(db, 'bug', sql.ref('bugs.id')).as('mentions'))
    .where('bugs.id', '=', bugId)
    .executeTakeFirst();
  return bug && (JSON.parse(bug.mentions) as Mention[]);
}

function mentionsOf(db: Db, target: Place['target'], id: unknown) {
  const table = `${target}_mentions`;
  const columns = { _id: 'users.id', name: 'users.name', typed: `${table}.typed` };
  return sql<string>`(select ${engineOf(db).jsonArrayOf(columns, 'users.name')} from ${sql.table(table)}
    join users on users.id = ${sql.ref(`${table}.user_id`)} where ${sql.ref(`${table}.${target}_id`)} = ${id})`;
}

/** Stores the mentions of a changed text, before the commit. */
export function storeMentions(
  tx: Tx,
  place: Place,
  { before, after }: { before: readonly Mention[]; after: readonly Mention[] },
): void {
  const { target, id } = place;
  const [table, owner] = [sql.table(`${target}_mentions`), sql.ref(`${target}_id`)];
  const removed = before.filter(({ _id }) => !after.some((mention) => mention._id === _id));
  if (removed.length > 0) {
    const users = JSON.stringify(removed.map(({ _id }) => _id));
    const isOfThese = engineOf(tx).isAmong('user_id', users, 'uuid');
    beforeCommit(tx, sql`delete from ${table} where ${owner} = ${id} and ${isOfThese}`.execute(tx));
  }
  const isAsBefore = ({ _id, typed }: Mention) =>
    before.some((mention) => mention._id === _id && mention.typed === typed);
  const added = after.filter((mention) => !isAsBefore(mention));
  if (added.length === 0) return;
  const since = place.target === 'comment' ? { column: sql`, since`, value: sql`, ${place.at}` } : undefined;
  const rows = added.map(({ _id, typed }) => sql`(${id}, ${_id}, ${typed}${since?.value ?? sql``})`);
  // The name in a mention that stays may be typed differently now.
  const upsert = sql`
    insert into ${table} (${owner}, user_id, typed${since?.column ?? sql``}) values ${sql.join(rows)}
    on conflict (${owner}, user_id) do update set typed = excluded.typed`;
  beforeCommit(tx, upsert.execute(tx));
}
