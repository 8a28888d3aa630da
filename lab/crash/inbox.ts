import { setTimeout as delay } from 'node:timers/promises';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Fault, Ledger } from './ledger.ts';
import type { State } from './state.ts';

/** An action of a user on another user's bug, which that user may have deleted by then. */
export type Following =
  | { kind: 'watch'; bugId: string; by: string }
  | { kind: 'mark'; bugId: string; by: string; state: 'unread' | 'read' | 'done' };

/**
 * The state that the user set for the bug, and the latest activity on it at that time; undefined if the outcome is
 * unknown.
 */
export type Mark = { readonly state: InboxItem['state']; readonly latestAt: string } | undefined;

export function keyOf({ bugId, by }: { bugId: string; by: string }): string {
  return `${by} ${bugId}`;
}

/** The kinds of changes whose number depends on when jobs run. */
export const followingKinds = ['inbox', 'watchers'] as const;

/** Waits until no job of the kind is due at the time; returns false if that takes too long. */
export async function caughtUp(
  databaseUrl: string,
  kind: string,
  { dueBy = new Date('9999-01-01'), within = 10_000 }: { dueBy?: Date; within?: number } = {},
): Promise<boolean> {
  const { db, close } = await openDatabase(databaseUrl, { exclusive: false, existing: true });
  const open = db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('state', '=', 'running'), eb('due_at', '<=', dueBy.toISOString())]))
    .limit(1);
  try {
    const giveUpAt = performance.now() + within;
    while (await open.executeTakeFirst()) {
      if (performance.now() > giveUpAt) return false;
      await delay(20);
    }
    return true;
  } finally {
    await close();
  }
}

/** The rows of inboxes, the watchers, and the time of the latest comment on each bug. */
export async function readInboxes(db: Db) {
  return {
    rows: await db.selectFrom('inbox').select(['user_id', 'bug_id', 'state', 'latest_at']).execute(),
    watches: await db.selectFrom('watches').select(['user_id', 'bug_id']).where('is_on', '=', 1).execute(),
    latestComments: await db
      .selectFrom('comments')
      .select((eb) => ['bug_id', eb.fn.max<string>('created_at').as('at')] as const)
      .groupBy('bug_id')
      .execute(),
  };
}

/** The differences in the inboxes of assigned and mentioned users, and in the watched bugs. */
export function inboxFaults(ledger: Ledger, { inboxes }: State): Fault[] {
  if (!inboxes) return [];
  const { watches, rows, latestComments } = inboxes;
  const watched = new Set(watches.map((row) => keyOf({ bugId: row.bug_id, by: row.user_id })));
  const notWatched = [...ledger.watches].filter(
    (key) => ledger.bugs.has(key.split(' ')[1] ?? '') && !watched.has(key),
  );
  const byKey = Map.groupBy(rows, (row) => keyOf({ bugId: row.bug_id, by: row.user_id }));
  const commentedAt = new Map(latestComments.map((row) => [row.bug_id, row.at]));
  const wrong = [...concerned(ledger)].flatMap(([key, { _id, updatedAt }]) => {
    const [found, latestAt] = [byKey.get(key) ?? [], laterOf(updatedAt, commentedAt.get(_id) ?? '')];
    const fault = rowFault(found, { latestAt, mark: ledger.marks.get(key), isMarked: ledger.marks.has(key) });
    return fault ? [{ kind: fault.kind, what: `the row of the inbox of ${key}: ${fault.what}` }] : [];
  });
  return [...notWatched.map((key): Fault => ({ kind: 'lost', what: `the watch of ${key}` })), ...wrong];
}

/**
 * Checks that there is one row, with the latest activity, all of which is by the bug's creator. The row is unread,
 * unless it was marked since.
 */
function rowFault(
  [row, ...more]: readonly { state: string; latest_at: string }[],
  { latestAt, mark, isMarked }: { latestAt: string; mark: Mark; isMarked: boolean },
): Fault | undefined {
  if (!row) return { kind: 'lost', what: 'there is none' };
  if (more.length > 0) return { kind: 'doubled', what: `there are ${more.length} more` };
  if (row.latest_at !== latestAt)
    return { kind: 'lost', what: `the activity of ${latestAt}, as it has ${row.latest_at}` };
  if (isMarked && !mark) return undefined;
  const state = mark && mark.latestAt >= latestAt ? mark.state : 'unread';
  return row.state === state
    ? undefined
    : { kind: 'half done', what: `it is ${row.state} instead of ${state}` };
}

function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}

/** The bugs of others that users are assigned to or mentioned in, by `keyOf`. */
function concerned({ bugs, comments }: Ledger): Map<string, Bug> {
  const found = new Map<string, Bug>();
  const add = (bug: Bug | undefined, by: string) => {
    if (bug && bug.createdBy._id !== by) found.set(keyOf({ bugId: bug._id, by }), bug);
  };
  for (const bug of bugs.values()) if (bug.assignedTo) add(bug, bug.assignedTo._id);
  for (const { bugId, mentions } of comments.values()) for (const by of mentions) add(bugs.get(bugId), by);
  return found;
}
