import { sql } from 'kysely';
import type { Mention } from '#contract/conversation/bug-mentions.ts';
import { compiled, compiledRows, compiledWrite } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import { beforeCommit } from '#server/db/transaction.ts';

/** A text with mentions: a comment, or the description of a bug. */
interface Place {
  readonly target: 'bug' | 'comment';
  readonly id: string;
}

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

const selectMentions = compiled<{ id: string }, Mention>((db, value) =>
  db
    .selectFrom('bug_mentions')
    .innerJoin('users', 'users.id', 'bug_mentions.user_id')
    .select(['users.id as _id', 'users.name', 'bug_mentions.typed'])
    .where('bug_mentions.bug_id', '=', value('id')),
);

/** The users mentioned in the description of a bug, unsorted. */
export async function findMentions(db: Db, bugId: string): Promise<Mention[]> {
  return selectMentions(db, { id: bugId });
}

const selectBug = compiled<{ id: string }, { mentions: string }>((db, value) =>
  db
    .selectFrom('bugs')
    .select(mentionsOf(db, 'bug', sql.ref('bugs.id')).as('mentions'))
    .where('bugs.id', '=', value('id')),
);

/** The same; undefined where there is no such bug. */
export async function findMentionsOfBug(db: Db, bugId: string): Promise<Mention[] | undefined> {
  const [bug] = await selectBug(db, { id: bugId });
  return bug && (JSON.parse(bug.mentions) as Mention[]);
}

interface Row {
  user_id: string;
  typed: string;
}

const insertInto = {
  bug: compiledRows<Row & { bug_id: string }>((tx, rows) => tx.insertInto('bug_mentions').values(rows)),
  comment: compiledRows<Row & { comment_id: string }>((tx, rows) =>
    tx.insertInto('comment_mentions').values(rows),
  ),
};

const deleteMentions = compiledWrite<{ id: string }, unknown, Place['target']>((tx, value, target) =>
  target === 'bug'
    ? tx.deleteFrom('bug_mentions').where('bug_id', '=', value('id'))
    : tx.deleteFrom('comment_mentions').where('comment_id', '=', value('id')),
);

/** Replaces the stored mentions of a text, before the commit. */
export function storeMentions(
  tx: Tx,
  { target, id }: Place,
  { before, after }: { before: readonly Mention[]; after: readonly Mention[] },
): void {
  if (before === after) return;
  if (before.length > 0) beforeCommit(tx, deleteMentions(tx, { id }, target));
  if (after.length === 0) return;
  const rows = after.map(({ _id, typed }) => ({ user_id: _id, typed }));
  const inserted =
    target === 'bug'
      ? insertInto.bug(
          tx,
          rows.map((row) => ({ ...row, bug_id: id })),
        )
      : insertInto.comment(
          tx,
          rows.map((row) => ({ ...row, comment_id: id })),
        );
  beforeCommit(tx, inserted);
}
