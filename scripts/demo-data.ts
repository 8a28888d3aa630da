import type { Insertable } from 'kysely';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Schema, Tx } from '#server/engine/schema.ts';
import { listAdmins, setRole } from '#server/features/users/queries.ts';
import { seed } from '#server/seed/seed.ts';

export const size = { bugs: 200, users: 8 };

/** Fills a new database with lifelike data, and returns the addresses of all users, the admin's first. */
export async function fillDemo(databaseUrl: string): Promise<string[]> {
  const store = await openDatabase(databaseUrl, { exclusive: true });
  await migrate(store);
  const { first } = await seed(store, size, new Date());
  if (first) await store.write((tx) => setRole(tx, first._id, 'admin'));
  await store.write(fillInboxes);
  const admins = (await listAdmins(store.db)).map(({ email }) => email);
  const everyone = await store.db.selectFrom('users').select('email').orderBy('email').execute();
  await store.close();
  return [...new Set([...admins, ...everyone.map(({ email }) => email)])];
}

/** The maximum number of bugs in each inbox. */
const most = 20;
/** The number of these bugs that are unread. */
const unread = 8;

/** The bits by which the database stores reasons: see the contract's list. */
const bits = { assigned: 2, commented: 4 };

/** Fills the inbox of each user with the last activity of others on bugs that the user has filed or is assigned to. */
async function fillInboxes(tx: Tx): Promise<void> {
  const users = await tx.selectFrom('users').select('id').orderBy('email').execute();
  for (const { id } of users) {
    const rows = [...(await commented(tx, id)), ...(await assigned(tx, id))]
      .toSorted((a, b) => (a.latest_at < b.latest_at ? 1 : -1))
      .slice(0, most)
      .map((row, i) => ({ ...row, state: i < unread ? ('unread' as const) : ('read' as const) }));
    if (rows.length > 0) await tx.insertInto('inbox').values(rows).execute();
  }
}

type Row = Omit<Insertable<Schema['inbox']>, 'state'>;

/** Bugs of the user on which another user has commented last. */
async function commented(tx: Tx, userId: string): Promise<Row[]> {
  const comments = await tx
    .selectFrom('comments')
    .innerJoin('bugs', 'bugs.id', 'comments.bug_id')
    .select(['comments.id', 'comments.bug_id', 'comments.created_by', 'comments.created_at'])
    .where((eb) => eb.or([eb('bugs.created_by', '=', userId), eb('bugs.assigned_to', '=', userId)]))
    .orderBy('comments.created_at', 'desc')
    .execute();
  const last = new Map(comments.toReversed().map((comment) => [comment.bug_id, comment]));
  return [...last.values()]
    .filter((comment) => comment.created_by !== userId)
    .map(({ id, bug_id, created_by: by, created_at: at }) =>
      rowOf({ user_id: userId, bug_id }, { reasons: bits.commented, kind: 'commented', by, at, comment: id }),
    );
}

/** Bugs without comments that another user has filed and assigned to this one. */
async function assigned(tx: Tx, userId: string): Promise<Row[]> {
  const bugs = await tx
    .selectFrom('bugs')
    .select(['id', 'created_by', 'created_at'])
    .where('assigned_to', '=', userId)
    .where('created_by', '!=', userId)
    .where('id', 'not in', tx.selectFrom('comments').select('bug_id'))
    .execute();
  return bugs.map(({ id, created_by: by, created_at: at }) =>
    rowOf(
      { user_id: userId, bug_id: id },
      { reasons: bits.assigned, kind: 'created', by, at, comment: null },
    ),
  );
}

interface Latest {
  reasons: number;
  kind: Row['latest_kind'];
  by: string;
  at: string;
  comment: string | null;
}

function rowOf(key: Pick<Row, 'user_id' | 'bug_id'>, { reasons, kind, by, at, comment }: Latest): Row {
  return {
    ...key,
    reasons,
    first_unread_at: at,
    snoozed_until: null,
    listed_at: at,
    latest_at: at,
    latest_kind: kind,
    latest_by: by,
    latest_comment: comment,
    ...(reasons === bits.assigned
      ? { named_at: at, named_by: by, named_as: 'assigned' as const }
      : { named_at: null, named_by: null, named_as: null }),
    mail_from_at: null,
    mail_due_at: null,
    mail_until: null,
  };
}
