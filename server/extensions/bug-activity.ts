import { sql } from 'kysely';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Action } from '#contract/conversation/news.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import type { ServerField } from './bug-field.ts';
import { customNames, actionsOfEdit } from './actions.ts';
import { type StoredChange, presenter } from './stored-change.ts';

/* The actions of others on bugs, for inboxes and mails. */

/** What a user did to a bug in one request. */
export interface BugEvent {
  readonly at: string;
  readonly by: UserRef;
  readonly actions: readonly Action[];
  /** The description of a new bug, a comment, or a question to the reporter. */
  readonly text?: string;
  readonly commentId?: string;
}

/** A period of a bug's activity. */
export interface Period {
  readonly bugId: string;
  readonly from: string;
  readonly until: string;
}

interface Wanted {
  /** The user whose own activity is omitted, and for whom the actions are described. */
  readonly userId: string;
  /** One for each bug. */
  readonly periods: readonly Period[];
  /** The maximum number of changes and of comments for each bug: the latest ones. */
  readonly most: number;
  /** The maximum length of a text, in code points. */
  readonly textLength: number;
}

/**
 * The activity in a period, oldest first, without deleted comments, and the number of earlier events that are left out.
 */
export interface Activities {
  readonly events: readonly BugEvent[];
  readonly omitted: number;
}

/** The activity of others on bugs, by the ids of the bugs that exist. */
export async function findActivities(
  db: Db,
  fields: readonly ServerField[],
  wanted: Wanted,
): Promise<ReadonlyMap<string, Activities>> {
  if (wanted.periods.length === 0) return new Map();
  const rows = await readRows(db, wanted);
  const changes = rows.flatMap((row) => row.changed.flatMap((entry) => entry.changes));
  const [present, names] = await Promise.all([presenter(db, fields, changes), customNames(db, changes)]);
  return new Map(
    rows.map((row) => {
      const { creatorId } = row;
      const perspective = { readerId: wanted.userId, creatorId, names };
      const events = [
        ...row.filed.map(({ at, by, text }) => ({ at, by, text, actions: [{ is: 'filed' as const }] })),
        ...row.changed.map(({ at, by, changes: stored }) => ({
          at,
          by,
          ...actionsOfEdit(stored.map(present), { ...perspective, actorId: by._id }),
        })),
        ...row.commented.map(({ at, by, text, commentId, isMention }) => ({
          at,
          by,
          text,
          commentId,
          actions: [isMention ? { is: 'mentioned' as const } : { is: 'commented' as const, to: 1 }],
        })),
      ];
      // Events of the same moment stay in the order of their ids.
      const sorted = events.toSorted((a, b) => Number(a.at > b.at) - Number(a.at < b.at)).slice(-wanted.most);
      return [row.bugId, { events: sorted, omitted: row.count + row.filed.length - sorted.length }];
    }),
  );
}

/** Adds the reasons that no action states to the filing of the bug, which can also name users. */
export function withNamed(
  events: readonly BugEvent[],
  isNamed: Readonly<Record<'assigned' | 'mentioned', boolean>>,
): readonly BugEvent[] {
  const unsaid = (['mentioned', 'assigned'] as const).filter((is) => isNamed[is] && !says(events, is));
  return events.map((event) =>
    event.actions[0]?.is === 'filed'
      ? { ...event, actions: [...event.actions, ...unsaid.map((is) => ({ is }))] }
      : event,
  );
}

/** Whether an action states that the reader was named in this way. A question mentions its reader. */
export function says(events: readonly Pick<BugEvent, 'actions'>[], is: 'assigned' | 'mentioned'): boolean {
  const wanted = is === 'assigned' ? ['assigned'] : ['mentioned', 'asked'];
  return events.some(({ actions }) => actions.some((action) => wanted.includes(action.is)));
}

interface Row {
  readonly bugId: string;
  readonly creatorId: string;
  readonly filed: readonly { at: string; by: UserRef; text: string }[];
  readonly changed: readonly { at: string; by: UserRef; changes: readonly StoredChange[] }[];
  readonly commented: readonly {
    at: string;
    by: UserRef;
    text: string;
    commentId: string;
    isMention: boolean;
  }[];
  /** How many changes and comments there are in all, up to a limit. */
  readonly count: number;
}

/**
 * The size in bytes above which changes are read without descriptions: actions only state that a description was
 * changed.
 */
const maxChangeBytes = 2_000;
/** The highest number of changes, and of comments, that are counted. */
const mostCounted = 1_000;

interface JsonRow {
  id: string;
  at: string;
  by: string;
  name: string;
  text: string;
  mention: number;
}

/** The rows of all bugs by one statement. */
async function readRows(db: Db, { userId, periods, most, textLength }: Wanted): Promise<Row[]> {
  const { types, jsonArrayOf, changesWithout } = engineOf(db);
  const spans = periods.map(
    ({ bugId, from, until }) =>
      sql`(cast(${bugId} as ${types.uuid}), cast(${from} as ${types.time}), cast(${until} as ${types.time}))`,
  );
  const changed = sql`from history where history.bug_id = spans.bug_id and history.changed_by <> ${userId}
    and history.at >= spans.begins and history.at <= spans.ends`;
  // A mention that was added by an edit. Other edits do not count as activity.
  const mention = sql`exists (select 1 from comment_mentions where comment_mentions.comment_id = comments.id
    and comment_mentions.user_id = ${userId}
    and comment_mentions.since >= spans.begins and comment_mentions.since <= spans.ends)`;
  // The index finds the comments that were changed since the beginning.
  const commented = sql`from comments where comments.bug_id = spans.bug_id and comments.created_by <> ${userId}
    and comments.deleted_at is null and comments.updated_at >= spans.begins
    and (comments.created_at >= spans.begins and comments.created_at <= spans.ends or ${mention})`;
  const columns = { id: 'found.id', at: 'found.at', by: 'found.who', name: 'users.name', text: 'found.text' };
  const { rows } = await sql<{
    bugId: string;
    creatorId: string;
    creator: string;
    createdAt: string;
    description: string | null;
    changed: string;
    commented: string;
    changes: number;
    comments: number;
  }>`
    with spans (bug_id, begins, ends) as (values ${sql.join(spans)})
    select bugs.id as ${sql.ref('bugId')}, bugs.created_by as ${sql.ref('creatorId')}, users.name as creator,
      bugs.created_at as ${sql.ref('createdAt')},
      case when bugs.created_by <> ${userId} and bugs.created_at >= spans.begins and bugs.created_at <= spans.ends
        then substr(bugs.description, 1, ${sql.lit(textLength)}) end as description,
      (select ${jsonArrayOf(columns, 'found.id')} from (
        select history.id, history.at, history.changed_by as who,
          case when octet_length(history.changes) > ${sql.lit(maxChangeBytes)}
            then ${changesWithout('history.changes', 'description')} else history.changes end as text
          ${changed} order by history.at desc, history.id desc limit ${sql.lit(most)}
      ) as found join users on users.id = found.who) as changed,
      (select ${jsonArrayOf({ ...columns, mention: 'found.mention' }, 'found.id')} from (
        select comments.id, comments.updated_at as at, comments.created_by as who,
          substr(comments.body, 1, ${sql.lit(textLength)}) as text, case when ${mention} then 1 else 0 end as mention
          ${commented} order by comments.updated_at desc, comments.id desc limit ${sql.lit(most)}
      ) as found join users on users.id = found.who) as commented,
      (select cast(count(*) as integer) from (select 1 ${changed} limit ${sql.lit(mostCounted)}) as counted) as changes,
      (select cast(count(*) as integer) from (select 1 ${commented} limit ${sql.lit(mostCounted)}) as counted) as comments
    from spans join bugs on bugs.id = spans.bug_id join users on users.id = bugs.created_by`.execute(db);
  return rows.map((row) => {
    const entries = (json: string) => JSON.parse(json) as JsonRow[];
    // Converts times to the API's format, because PostgreSQL's JSON has another one.
    const begun = ({ at, by, name }: JsonRow) => ({ at: new Date(at).toISOString(), by: { _id: by, name } });
    const { bugId, creatorId, description, creator, createdAt, changes, comments } = row;
    return {
      bugId,
      creatorId,
      filed:
        description === null
          ? []
          : [{ at: createdAt, by: { _id: creatorId, name: creator }, text: description }],
      changed: entries(row.changed).map((entry) => ({
        ...begun(entry),
        changes: JSON.parse(entry.text) as StoredChange[],
      })),
      commented: entries(row.commented).map((entry) => ({
        ...begun(entry),
        text: entry.text,
        commentId: entry.id,
        isMention: entry.mention === 1,
      })),
      count: changes + comments,
    };
  });
}
