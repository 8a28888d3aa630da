import { sql } from 'kysely';
import { recordChange } from '#server/engine/changes.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { holdBug } from '#server/engine/bugs/bugs.ts';
import type { Tx } from '#server/engine/schema.ts';
import { type CommitStore, atCommit, beforeCommit } from '#server/engine/transaction.ts';
import type { Listener } from '#server/events.ts';
import type { Job } from '#server/jobs/job.ts';
import { newJob } from '#server/jobs/queue.ts';
import type { RowsNotified } from '#server/extensions/bug-extension.ts';
import { type Activity, activity, activityOf, namedIn, reasonsFor, together } from './activity.ts';
import { notifyRows } from './queries.ts';
import { findActive, listWatchers, watch } from './watch-queries.ts';

/** The maximum number of inboxes that one transaction changes: other writes wait for it. */
const maxRecipients = 200;

/**
 * Adds activity to the inboxes of the users it concerns, in the order of their ids, and calls `onNotified` in each of the
 * transactions.
 */
export function fanOut(
  onNotified: readonly RowsNotified[],
  { most = maxRecipients }: { most?: number } = {},
): Job<Activity> {
  return {
    ...kind,
    async run({ write, now, settings }, payload, { finish, checkpoint, signal }) {
      let rest: Activity | undefined = payload;
      while (rest) {
        signal.throwIfAborted();
        const of: Activity = rest;
        rest = await write(async (tx) => {
          const { ids, behind } = await findConcerned(tx, of, most);
          const later: Activity | undefined = behind === undefined ? undefined : { ...of, behind };
          await (later ? checkpoint(tx, later) : finish(tx));
          const recipients = await recipientsOf(tx, of, ids);
          if (recipients.length === 0) return later;
          await notifyRows(tx, of, recipients);
          for (const { userId } of recipients) recordChange(tx, { kind: 'inbox', id: userId, version: null });
          const { bugId, firstAt, at } = of;
          for (const handle of onNotified)
            await handle(tx, { bugId, firstAt, at, recipients }, { now: now(), settings });
          return later;
        });
      }
    },
  };
}

/** The part of the job that enqueuing needs. */
const kind = {
  kind: 'inbox fan-out',
  payload: activity,
  // The activities of a bug are handled in their order. A mail begins with the first new activity: if a later one were
  // handled first, the earlier one would send it again.
  target: ({ bugId }: Activity) => bugId,
  isInOrder: true,
} as const;

/** The ids of the next users whom the activity concerns, including its actor; and the last id, if there are more. */
async function findConcerned(
  tx: Tx,
  of: Activity,
  most: number,
): Promise<{ ids: string[]; behind: string | undefined }> {
  const { bugId, isForWatchers, behind = '' } = of;
  const [watchers, named] = await Promise.all([
    // One more than needed, to see whether there are more.
    isForWatchers ? listWatchers(tx, bugId, { behind, limit: most + 1 }) : [],
    findActive(
      tx,
      namedIn(of).filter((id) => id > behind),
    ),
  ]);
  // Always in the same order, which avoids deadlocks.
  const found = [...new Set([...watchers, ...named])].toSorted();
  const ids = found.slice(0, most);
  return { ids, behind: found.length > most ? ids.at(-1) : undefined };
}

async function recipientsOf(tx: Tx, of: Activity, ids: readonly string[]) {
  const bug = await holdBug(tx, of.bugId);
  // The bug has been deleted.
  if (!bug) return [];
  return ids
    .filter((id) => id !== of.actorId)
    .map((userId) => ({ userId, reasons: reasonsFor(userId, of, bug.creatorId) }));
}

/** Makes participants watch the bug, and enqueues the job if the activity concerns other users. */
export const noteActivity: Listener = async (tx, event, origin) => {
  const of = activityOf(event, origin);
  if (!of) return;
  const { bugId, actorId, at } = of;
  for (const userId of namedIn(of)) watch(tx, { bugId, userId, at, isForced: true });
  if (of.hasComment) watch(tx, { bugId, userId: actorId, at, isForced: false });
  const isNaming = namedIn(of).some((id) => id !== actorId);
  if (of.isForWatchers || isNaming)
    atCommit(tx, fanOutJobs, { of, requestId: origin.requestId, now: origin.at });
};

interface Noted {
  readonly of: Activity;
  readonly requestId: string;
  readonly now: Date;
}

/** One job for all changes of a request to a bug. */
const fanOutJobs: CommitStore<Noted> = {
  name: 'fan-out jobs',
  async write(tx, noted) {
    const byRequest = Map.groupBy(noted, ({ of, requestId }) => `${requestId} ${of.bugId}`);
    for (const same of byRequest.values()) {
      const [first] = same as [Noted];
      const of = same.map((one) => one.of).reduce(together);
      beforeCommit(tx, insertJob(tx, of, first.now));
    }
  },
};

/**
 * Adds the job if the activity names another user, or another user watches the bug. Workers need no signal of their
 * own, because each of these changes is sent to live streams.
 */
async function insertJob(tx: Tx, of: Activity, now: Date): Promise<void> {
  const { bugId, actorId } = of;
  const isForSome = namedIn(of).some((id) => id !== actorId);
  const job = newJob(kind, of, { now });
  const { uuid, time } = engineOf(tx).types;
  const row = sql`cast(${job.id} as ${uuid}), cast(${job.kind} as text), cast(${job.target} as text),
    cast(${job.payload} as text), 'waiting', cast(${job.created_at} as ${time}), cast(${job.due_at} as ${time}), 0`;
  const isWatchedByOthers = sql`
    exists (select 1 from watches where bug_id = bugs.id and is_on = 1 and user_id <> ${actorId})
    or bugs.created_by <> ${actorId} and not exists (
      select 1 from watches where bug_id = bugs.id and user_id = bugs.created_by and is_on = 0)`;
  await sql`
    insert into jobs (id, kind, target, payload, state, created_at, due_at, attempts)
      select ${row} from bugs where bugs.id = ${bugId} and (${isForSome ? sql`1 = 1` : isWatchedByOthers})
  `.execute(tx);
}
