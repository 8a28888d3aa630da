import { sql } from 'kysely';
import { recordChange } from '#server/db/changes.ts';
import { compiledWrite } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import { holdBug } from '#server/db/bugs/hold-bug.ts';
import type { Schema, Tx } from '#server/db/schema.ts';
import { beforeCommit, gathering } from '#server/db/transaction.ts';
import type { Listener } from '#server/events.ts';
import type { Job } from '#server/jobs/job.ts';
import { newJob } from '#server/jobs/queue.ts';
import type { RowsNotified } from '#server/extensions/notified-rows.ts';
import { type Activity, activity, activityOf, namedIn, reasonsFor, together } from './activity.ts';
import { notifyRows } from './queries.ts';
import { findActive, findWatchers, watch } from './watch-queries.ts';

/** Adds activity to the inboxes of those whom it concerns, in one transaction; calls `onNotified` in it. */
export function fanOut(onNotified: readonly RowsNotified[]): Job<Activity> {
  return {
    ...kind,
    async run({ write, now, settings }, payload, { finish }) {
      await write(async (tx) => {
        await finish(tx);
        const recipients = await recipientsOf(tx, payload);
        if (recipients.length === 0) return;
        await notifyRows(tx, payload, recipients);
        for (const { userId } of recipients) recordChange(tx, { kind: 'inbox', id: userId, version: null });
        const { bugId, firstAt, at } = payload;
        for (const handle of onNotified)
          await handle(tx, { bugId, firstAt, at, recipients }, { now: now(), settings });
      });
    },
  };
}

/** The part of the job that is used where it is enqueued. */
const kind = {
  kind: 'inbox fan-out',
  payload: activity,
  // The activities of a bug are handled one after another, as they came. A mail begins with the first activity that is new: after a
  // later one, the earlier would send the later again.
  target: ({ bugId }: Activity) => bugId,
  isInOrder: true,
} as const;

async function recipientsOf(tx: Tx, of: Activity) {
  const bug = await holdBug(tx, of.bugId);
  // The bug was deleted meanwhile.
  if (!bug) return [];
  const [watchers, named] = await Promise.all([
    of.isForWatchers ? findWatchers(tx, of.bugId) : [],
    findActive(tx, namedIn(of)),
  ]);
  const ids = new Set([...watchers.map(({ _id }) => _id), ...named]);
  ids.delete(of.actorId);
  // Always in the same order, which avoids deadlocks.
  return [...ids].toSorted().map((userId) => ({ userId, reasons: reasonsFor(userId, of, bug.creatorId) }));
}

/** Lets those watch a bug who take part in it, and enqueues the job where activity concerns others than the actor. */
export const listener: Listener = async (tx, event, origin) => {
  const of = activityOf(event, origin);
  if (!of) return;
  const { bugId, actorId, at } = of;
  for (const userId of namedIn(of)) watch(tx, { bugId, userId, at, isForced: true });
  if (of.hasComment) watch(tx, { bugId, userId: actorId, at, isForced: false });
  const isNaming = namedIn(of).some((id) => id !== actorId);
  if (of.isForWatchers || isNaming) enqueueFanOut(tx, { of, requestId: origin.requestId, now: origin.at });
};

interface Noted {
  readonly of: Activity;
  readonly requestId: string;
  readonly now: Date;
}

/** Has the transaction enqueue a job for the activity, one for all that a request does to a bug. */
const enqueueFanOut = gathering<Noted>(async (tx, noted) => {
  const byRequest = Map.groupBy(noted, ({ of, requestId }) => `${requestId} ${of.bugId}`);
  for (const same of byRequest.values()) {
    const [first] = same as [Noted];
    const of = same.map((one) => one.of).reduce(together);
    const others = namedIn(of).filter((id) => id !== of.actorId);
    const job = newJob(kind, of, { now: first.now });
    const { bugId, actorId } = of;
    beforeCommit(tx, insertJob(tx, { ...job, bugId, actorId }, { isForSome: others.length > 0 }));
  }
});

/**
 * Adds the job where it concerns someone: not where no one else watches the bug. Workers are woken without a signal of its
 * own, as each of these changes is sent to live streams.
 */
const insertJob = compiledWrite<
  Schema['jobs'] & { bugId: string; actorId: string },
  unknown,
  { isForSome: boolean }
>((tx, value, { isForSome }) => {
  const { uuid, time } = engineOf(tx).types;
  const row = sql`cast(${value('id')} as ${uuid}), cast(${value('kind')} as text), cast(${value('target')} as text),
    cast(${value('payload')} as text), 'waiting', cast(${value('created_at')} as ${time}), cast(${value('due_at')} as ${time}), 0`;
  const isWatchedByOthers = sql`
    exists (select 1 from watches where bug_id = bugs.id and is_on = 1 and user_id <> ${value('actorId')})
    or bugs.created_by <> ${value('actorId')} and not exists (
      select 1 from watches where bug_id = bugs.id and user_id = bugs.created_by and is_on = 0)`;
  return {
    compile: () =>
      sql`insert into jobs (id, kind, target, payload, state, created_at, due_at, attempts)
        select ${row} from bugs where bugs.id = ${value('bugId')} and (${isForSome ? sql`1 = 1` : isWatchedByOthers})
      `.compile(tx),
  };
});
