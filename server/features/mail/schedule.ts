import type { Selectable } from 'kysely';
import { z } from 'zod';
import { engineOf } from '#server/engine/dialect.ts';
import type { Schema, Tx } from '#server/engine/schema.ts';
import { type JobKind, maxMailAttempts } from '#server/jobs/job.ts';
import { newJob, wakeWorkers } from '#server/jobs/queue.ts';
import type { RowsNotified } from '#server/extensions/bug-extension.ts';
import { nextDigest } from './local-time.ts';
import { isUrgent, modeOf, settingsOf } from './settings.ts';

const rowKey = z.strictObject({ userId: z.string(), bugId: z.string() });
/** The key of a row of an inbox. */
export type RowKey = z.infer<typeof rowKey>;

const sending = { group: 'mail', firstRetry: 60_000, maxAttempts: maxMailAttempts } as const;

/** Sends a message on a bug to a user, if it is due. Its handler is `sendMessages`. */
export const messageJob = {
  ...sending,
  kind: 'inbox mail',
  payload: rowKey,
  target: ({ userId, bugId }: RowKey) => `mail:${userId}:${bugId}`,
};

const userKey = z.strictObject({ userId: z.string() });
export type UserKey = z.infer<typeof userKey>;

/** Sends a digest to a user. Its handler is `sendDigests`. */
export const digestJob = {
  ...sending,
  kind: 'inbox digest',
  payload: userKey,
  target: ({ userId }: UserKey) => `digest:${userId}`,
};

const second = 1_000;
/**
 * The delays of a message, in milliseconds: for a mention or an assignment, until a bug is quiet, and for a bug that is
 * never quiet.
 */
const waits = { urgent: 30 * second, quiet: 120 * second, longest: 900 * second };

interface Scheduled {
  readonly from: string;
  readonly due: string | null;
  readonly isUrgent: number;
}

/** Schedules messages to the users whose inboxes have new activity, and adds the jobs. */
export const scheduleMail: RowsNotified = async (tx, { bugId, firstAt, recipients }, { now, settings }) => {
  if (!settings.mail) return;
  const ids = recipients.map(({ userId }) => userId);
  const [settingsFor, rows] = [await settingsOf(tx, ids), await readRows(tx, bugId, ids)];
  const all = recipients.flatMap(({ userId, reasons }) => {
    const chosen = settingsFor(userId);
    const mode = modeOf(chosen, reasons);
    const row = rows.get(userId);
    if (mode === 'inbox' || !row) return [];
    const scheduled =
      mode === 'now'
        ? next(row, { firstAt, now, urgent: isUrgent(chosen, reasons) })
        : { from: row.mail_from_at ?? firstAt, due: row.mail_due_at, isUrgent: row.mail_is_urgent };
    if (scheduled.due === null)
      return {
        userId,
        scheduled,
        job: jobFor(digestJob, { userId }, { now, runAt: nextDigest(now, chosen) }),
      };
    const runAt = new Date(scheduled.due);
    const job = jobFor(messageJob, { userId, bugId }, { now, runAt });
    return { userId, scheduled, job: scheduled.isUrgent ? { ...job, key: `${job.key}:urgent` } : job };
  });
  for (const same of Map.groupBy(all, ({ scheduled }) => JSON.stringify(scheduled)).values())
    await setSchedule(tx, bugId, same);
  await addJobs(
    tx,
    all.map(({ job }) => job),
  );
};

type Row = Pick<Selectable<Schema['inbox']>, 'user_id' | 'mail_from_at' | 'mail_due_at' | 'mail_is_urgent'>;

/** When the message on new activity is due. */
function next(row: Row, of: { firstAt: string; now: Date; urgent: boolean }): Scheduled {
  const from = row.mail_from_at ?? of.firstAt;
  const at = of.now.getTime();
  const wasUrgent = row.mail_due_at !== null && row.mail_is_urgent === 1;
  if (of.urgent || wasUrgent) {
    const due = of.urgent ? at + waits.urgent : Infinity;
    const before = row.mail_due_at === null ? Infinity : Date.parse(row.mail_due_at);
    return { from, due: new Date(Math.min(due, before)).toISOString(), isUrgent: 1 };
  }
  // Activity that waited for a digest may be days old.
  const first = row.mail_due_at === null ? at : Date.parse(from);
  const due = Math.min(at + waits.quiet, Math.max(at, first + waits.longest));
  return { from, due: new Date(due).toISOString(), isUrgent: 0 };
}

async function readRows(tx: Tx, bugId: string, userIds: readonly string[]): Promise<Map<string, Row>> {
  const rows = await tx
    .selectFrom('inbox')
    .select(['user_id', 'mail_from_at', 'mail_due_at', 'mail_is_urgent'])
    .where('bug_id', '=', bugId)
    .where(engineOf(tx).isAmong('user_id', JSON.stringify(userIds), 'uuid'))
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Stores a schedule that is the same for all of these users. */
async function setSchedule(
  tx: Tx,
  bugId: string,
  users: readonly { readonly userId: string; readonly scheduled: Scheduled }[],
): Promise<void> {
  const [first] = users;
  if (!first) return;
  const { from, due, isUrgent: urgent } = first.scheduled;
  const userIds = users.map(({ userId }) => userId);
  await tx
    .updateTable('inbox')
    .set({ mail_from_at: from, mail_due_at: due, mail_is_urgent: urgent })
    .where('bug_id', '=', bugId)
    .where(engineOf(tx).isAmong('user_id', JSON.stringify(userIds), 'uuid'))
    .execute();
}

interface When {
  readonly now: Date;
  readonly runAt: Date;
}

/** A kind of job that has a target, which is also its key: while one waits or runs, no other one is added. */
type KeyedJob<P> = JobKind<P> & Required<Pick<JobKind<P>, 'target'>>;

function jobFor<P>(job: KeyedJob<P>, payload: P, when: When) {
  return newJob(job, payload, { ...when, key: job.target(payload) });
}

const atOnce = 200;

/**
 * Adds jobs, unless one with the same key waits or runs. Waits for a job that is about to end: either it sees the rows of
 * this transaction, or it has released its key.
 */
async function addJobs(tx: Tx, jobs: readonly Schema['jobs'][]): Promise<void> {
  for (let start = 0; start < jobs.length; start += atOnce) {
    await tx
      .insertInto('jobs')
      .values(jobs.slice(start, start + atOnce))
      .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
      .execute();
  }
  if (jobs.length > 0) await wakeWorkers(tx);
}

/** Adds the follow-up job of a running one, for activity that became due or will become due. */
export async function addJob<P>(tx: Tx, job: KeyedJob<P>, payload: P, when: When): Promise<void> {
  await addJobs(tx, [jobFor(job, payload, when)]);
}
