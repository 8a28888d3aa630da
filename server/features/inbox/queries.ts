import { sql } from 'kysely';
import {
  namingReasons,
  type Reason,
  type InboxItem,
  type InboxList,
  type InboxState,
  maxUnreadCount,
} from '#contract/conversation/inbox.ts';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import type { Action, News } from '#contract/conversation/news.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import { bitsOf, reasonsOf } from '#server/engine/tables/conversation.ts';
import { type Activities, findActivities, says, withNamed } from '#server/extensions/bug-activity.ts';
import type { ServerField } from '#server/extensions/bug-field.ts';
import type { Activity } from './activity.ts';
import { newsOf } from './news.ts';

type Columns = Schema['inbox'];

/** The columns that activity sets. */
type Notified = Omit<Columns, `mail_${string}`>;

const urgent = bitsOf(namingReasons);

/** Adds activity to the inboxes of these users, whose rows are locked in the given order. */
export async function notifyRows(
  tx: Tx,
  { bugId, actorId, firstAt, at, kind, commentId }: Activity,
  recipients: readonly { userId: string; reasons: readonly Reason[] }[],
): Promise<void> {
  const rows = recipients.map(({ userId, reasons }) => {
    const as = namingReasons.find((reason) => reasons.includes(reason)) ?? null;
    return {
      user_id: userId,
      bug_id: bugId,
      state: 'unread' as const,
      reasons: bitsOf(reasons),
      first_unread_at: firstAt,
      snoozed_until: null,
      listed_at: at,
      latest_at: at,
      latest_kind: kind,
      latest_by: actorId,
      latest_comment: commentId,
      named_at: as && at,
      named_by: as && actorId,
      named_as: as,
    };
  });
  await tx
    .insertInto('inbox')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'bug_id']).doUpdateSet(() => {
        // Only a mention or an assignment ends a snooze early.
        const staysSnoozed = sql`inbox.state = 'snoozed' and excluded.reasons & ${sql.lit(urgent)} = 0`;
        const isAllRead = sql`inbox.state in ('read', 'done') or inbox.first_unread_at is null`;
        const later = (a: string, b: string) =>
          sql<string>`case when ${sql.ref(a)} > ${sql.ref(b)} then ${sql.ref(a)} else ${sql.ref(b)} end`;
        return {
          state: sql<InboxState>`case when ${staysSnoozed} then 'snoozed' else 'unread' end`,
          snoozed_until: sql<string | null>`case when ${staysSnoozed} then inbox.snoozed_until end`,
          reasons: sql<number>`case when ${isAllRead} then excluded.reasons else inbox.reasons | excluded.reasons end`,
          first_unread_at: sql<string>`case when ${isAllRead} then excluded.first_unread_at else inbox.first_unread_at end`,
          listed_at: later('inbox.listed_at', 'excluded.listed_at'),
          latest_at: later('inbox.latest_at', 'excluded.latest_at'),
          latest_kind: sql`excluded.latest_kind`,
          latest_by: sql`excluded.latest_by`,
          latest_comment: sql`excluded.latest_comment`,
          named_at: sql`coalesce(excluded.named_at, inbox.named_at)`,
          named_by: sql`coalesce(excluded.named_by, inbox.named_by)`,
          named_as: sql`coalesce(excluded.named_as, inbox.named_as)`,
        };
      }),
    )
    .execute();
}

interface Row extends Notified {
  created_by: string;
  assigned_to: string | null;
  number: number;
  title: string;
  status: number;
  priority: number;
  latest_name: string;
  named_name: string | null;
}

function selectItems(db: Db) {
  return db
    .selectFrom('inbox')
    .innerJoin('bugs', 'bugs.id', 'inbox.bug_id')
    .innerJoin('users', 'users.id', 'inbox.latest_by')
    .leftJoin('users as naming', 'naming.id', 'inbox.named_by')
    .select([
      'inbox.user_id',
      'inbox.bug_id',
      'inbox.state',
      'inbox.reasons',
      'inbox.first_unread_at',
      'inbox.snoozed_until',
      'inbox.listed_at',
      'inbox.latest_at',
      'inbox.latest_kind',
      'inbox.latest_by',
      'inbox.latest_comment',
      'inbox.named_at',
      'inbox.named_by',
      'inbox.named_as',
      'bugs.created_by',
      'bugs.assigned_to',
      'bugs.number',
      'bugs.title',
      'bugs.status',
      'bugs.priority',
      'users.name as latest_name',
      'naming.name as named_name',
    ]);
}

/** The maximum number of changes, and of comments, that an item summarises. */
const mostActivities = 10;
/** The maximum length of the text from which an item gets a first line, in code points. */
const textLength = 1_000;

/** The items of a user's rows, with what others have done to their bugs. */
async function toItems(db: Db, fields: readonly ServerField[], rows: readonly Row[]): Promise<InboxItem[]> {
  const [first] = rows;
  if (!first) return [];
  const activities = await findActivities(db, fields, {
    userId: first.user_id,
    periods: rows.map((row) => ({
      bugId: row.bug_id,
      from: row.first_unread_at ?? row.latest_at,
      until: row.latest_at,
    })),
    most: mostActivities,
    textLength,
  });
  return rows.map((row) => toItem(row, activities.get(row.bug_id)));
}

/** The news of the row: at least the kind of its latest activity, if the activity itself has been deleted. */
function newsIn(row: Row, { events, omitted }: Activities = { events: [], omitted: 0 }): News {
  const reasons = reasonsOf(row.reasons);
  const isNamed = { assigned: reasons.includes('assigned'), mentioned: reasons.includes('mentioned') };
  const told = withNamed(events, isNamed);
  const { named_as: is, named_at: at, named_by: by, named_name: name } = row;
  const isUnsaid = is !== null && at !== null && isNamed[is] && !says(told, is);
  // The one that names the user may be missing: of many changes, only the latest are read.
  const named =
    isUnsaid && by !== null && name !== null ? [{ at, by: { _id: by, name }, actions: [{ is }] }] : [];
  const all = [...named, ...told];
  if (all.length > 0) return newsOf({ events: all, omitted: Math.max(0, omitted - named.length) });
  const done: Action = { is: row.latest_kind === 'created' ? 'filed' : row.latest_kind };
  const latest = { _id: row.latest_by, name: row.latest_name };
  return newsOf({ events: [{ at: row.latest_at, by: latest, actions: [done] }], omitted });
}

function relationsOf({ user_id: userId, created_by: creator, assigned_to: assignee }: Row) {
  const relations: InboxItem['relations'] = [];
  if (creator === userId) relations.push('filed');
  if (assignee === userId) relations.push('assigned');
  return relations.length > 0 ? relations : (['watching'] satisfies InboxItem['relations']);
}

function toItem(row: Row, activities: Activities | undefined): InboxItem {
  const firstUnread = row.state === 'unread' || row.state === 'snoozed' ? row.first_unread_at : null;
  return {
    bug: {
      _id: row.bug_id,
      number: row.number,
      title: row.title,
      status: statuses[row.status] ?? 'open',
      priority: priorities[row.priority] ?? 'medium',
    },
    reasons: reasonsOf(row.reasons),
    state: row.state,
    snoozedUntil: row.snoozed_until,
    firstUnread,
    at: row.listed_at,
    latest: {
      kind: row.latest_kind,
      by: { _id: row.latest_by, name: row.latest_name },
      at: row.latest_at,
      commentId: row.latest_comment,
    },
    news: newsIn(row, activities),
    relations: relationsOf(row),
    named: namedIn(row, firstUnread),
  };
}

function namedIn(
  { named_as: as, named_at: at, named_by: by, named_name: name }: Row,
  firstUnread: string | null,
): InboxItem['named'] {
  if (as === null || at === null || by === null || name === null) return null;
  return firstUnread !== null && at >= firstUnread ? { as, by: { _id: by, name }, at } : null;
}

/** A position in a list, which is sorted by `at`: after the item with these values. */
export interface Position {
  at: string;
  bugId: string;
}

/** The time by which an item is sorted: for a snoozed one, the end of its snooze. */
export function placeIn(list: InboxList, { at, snoozedUntil }: InboxItem): string {
  return list === 'snoozed' ? (snoozedUntil ?? at) : at;
}

const isIn: Record<InboxList, ReturnType<typeof sql<boolean>>> = {
  all: sql<boolean>`inbox.state in ('unread', 'read')`,
  unread: sql<boolean>`inbox.state = 'unread'`,
  done: sql<boolean>`inbox.state = 'done'`,
  snoozed: sql<boolean>`inbox.state = 'snoozed'`,
};

interface Listed {
  readonly list: InboxList;
  readonly reason: Reason | undefined;
  /** The only bug that is listed. */
  readonly bug: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Up to `limit` items of a list after the position. */
export async function listItems(
  db: Db,
  fields: readonly ServerField[],
  userId: string,
  { list, reason, bug, after, limit }: Listed,
): Promise<InboxItem[]> {
  const [moment, direction, behind] =
    list === 'snoozed'
      ? (['inbox.snoozed_until', 'asc', sql`>`] as const)
      : (['inbox.listed_at', 'desc', sql`<`] as const);
  let found = selectItems(db)
    .where('inbox.user_id', '=', userId)
    .where(isIn[list])
    .orderBy(moment, direction)
    .orderBy('inbox.bug_id', direction)
    .limit(limit);
  if (reason !== undefined) found = found.where(sql<boolean>`inbox.reasons & ${bitsOf([reason])} <> 0`);
  if (bug !== undefined) found = found.where('inbox.bug_id', '=', bug);
  if (after)
    found = found.where(
      sql<boolean>`(${sql.ref(moment)}, inbox.bug_id) ${behind} (${after.at}, ${after.bugId})`,
    );
  return toItems(db, fields, await found.execute());
}

/** The items of these bugs that are in the inbox. */
export async function findItems(
  db: Db,
  fields: readonly ServerField[],
  userId: string,
  bugIds: readonly string[],
): Promise<InboxItem[]> {
  const rows = await selectItems(db)
    .where('inbox.user_id', '=', userId)
    .where(engineOf(db).isAmong('inbox.bug_id', JSON.stringify(bugIds), 'uuid'))
    .orderBy('inbox.listed_at', 'desc')
    .orderBy('inbox.bug_id', 'desc')
    .execute();
  return toItems(db, fields, rows);
}

/** How many items are unread, counted up to a limit. */
export async function countUnreadItems(db: Db, userId: string): Promise<number> {
  const unread = db
    .selectFrom('inbox')
    .select('bug_id')
    .where('user_id', '=', userId)
    .where('state', '=', 'unread')
    .limit(maxUnreadCount);
  const { count } = await db
    .selectFrom(unread.as('unread'))
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
