import { type ExpressionBuilder, sql } from 'kysely';
import { type JobState, jobStates } from '#contract/admin/jobs.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import type { Job, JobKind } from './job.ts';

/**
 * A job that a process runs. `lease` identifies this attempt: if the stored one differs, another process has claimed
 * the job.
 */
export interface ClaimedJob {
  id: string;
  kind: string;
  key: string | null;
  payload: string;
  /** Includes this attempt. */
  attempts: number;
  claimedAt: Date;
  lease: string;
}

interface EnqueueOptions {
  now: Date;
  /** When it is due, if not at once. */
  runAt?: Date;
  /** While a job with the key waits or runs, no other one is added. */
  key?: string;
  /** The id, for rows that refer to the job. */
  id?: string;
}

/** How workers wait, in milliseconds, and how many jobs run at a time. */
export const defaultTiming = {
  /**
   * How long a job is leased. It is extended while the job runs; if the process crashes, another one claims the job
   * after the lease.
   */
  lease: 60_000,
  /** The longest interval between two polls of the queue, because the signal of a commit can be lost. */
  poll: 30_000,
  /** The shortest interval between two polls, because most commits add no job. */
  pause: 100,
  /** The wait after a failure of the database, or if another process was faster. */
  retry: 1_000,
  /** How long stopping waits for jobs whose signal was aborted. */
  stopTimeout: 3_000,
  /** The longest wait before the second attempt. */
  firstRetry: 5_000,
  /** How many jobs run at a time in this process. */
  concurrency: 6,
};

export type Timing = typeof defaultTiming;

const longestBackoff = 3_600_000;

/**
 * The wait before the next attempt, in milliseconds: a random part ("full jitter") of at most `first` after the first
 * attempt, of twice that after each further one, and of at most an hour.
 */
export function backoff(attempts: number, first: number, random: () => number): number {
  return Math.round(random() * Math.min(longestBackoff, first * 2 ** (attempts - 1)));
}

/** The row of a new job. */
export function newJob<P>(
  job: JobKind<P>,
  payload: P,
  { now, runAt = now, key, id = newId() }: EnqueueOptions,
) {
  return {
    id,
    kind: job.kind,
    target: job.target?.(payload) ?? null,
    key: key ?? null,
    payload: JSON.stringify(payload),
    state: 'waiting',
    created_at: now.toISOString(),
    due_at: runAt.toISOString(),
    attempts: 0,
    lease: null,
    finished_at: null,
    error: null,
  } satisfies Schema['jobs'];
}

/** Adds a job in the transaction of the change that makes it necessary: both are committed, or neither. */
export async function enqueue<P>(
  tx: Tx,
  job: JobKind<P>,
  payload: P,
  options: EnqueueOptions,
): Promise<void> {
  await tx
    .insertInto('jobs')
    .values(newJob(job, payload, options))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  await wakeWorkers(tx);
}

/**
 * Adds a recurring job unless it waits or runs. A job that would wait for longer than its interval becomes due after
 * one interval.
 */
export async function enqueueRecurring(tx: Tx, job: JobKind, every: number, now: Date): Promise<void> {
  await enqueue(tx, job, {}, { now, key: job.kind });
  await tx
    .updateTable('jobs')
    .set({ due_at: after(now, every) })
    .where('key', '=', job.kind)
    .where('state', '=', 'waiting')
    .where('due_at', '>', after(now, every))
    .execute();
}

/** Which jobs a process can start. */
export interface Startable {
  readonly kinds: readonly string[];
  /** The kinds whose jobs run, per target, in the order in which they were added. */
  readonly inOrder?: readonly string[];
}

/**
 * Selects jobs of these kinds that are waiting or have an expired lease, unless they must wait for others of their
 * target.
 */
function claimable(db: Db, { kinds, inOrder = [] }: Startable) {
  return db
    .selectFrom('jobs')
    .where('kind', 'in', kinds)
    .where('due_at', 'is not', null)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('job_holds').select('since'))))
    .where((eb) =>
      eb.or([
        eb('jobs.state', '=', 'running'),
        eb('jobs.target', 'is', null),
        eb.and([
          // This condition is separate from the one below, and has a literal, so that the unique index of running jobs
          // is used.
          eb.not(eb.exists(otherOfTarget(eb).where('other.state', '=', sql.lit('running')))),
          ...(inOrder.length === 0
            ? []
            : [
                eb.or([
                  eb('jobs.kind', 'not in', inOrder),
                  eb.not(eb.exists(otherOfTarget(eb).whereRef('other.id', '<', 'jobs.id'))),
                ]),
              ]),
        ]),
      ]),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(1);
}

/** The jobs of the same target that have not ended. */
function otherOfTarget(eb: ExpressionBuilder<Schema, 'jobs'>) {
  return eb
    .selectFrom('jobs as other')
    .select('other.id')
    .whereRef('other.target', '=', 'jobs.target')
    .where('other.due_at', 'is not', null);
}

/** When the next job can be claimed: a moment that may have passed. */
export async function nextDue(db: Db, startable: Startable): Promise<Date | undefined> {
  const next = await claimable(db, startable).select('due_at').executeTakeFirst();
  return typeof next?.due_at === 'string' ? new Date(next.due_at) : undefined;
}

/**
 * Claims the job that has been due for longest, until the lease ends. A unique index refuses a second running job of a
 * target, so this can fail if two processes claim at the same time.
 */
export async function claimJob(
  tx: Tx,
  { now, leaseTime, ...startable }: Startable & { now: Date; leaseTime: number },
): Promise<ClaimedJob | undefined> {
  const found = await claimable(tx, startable)
    .select(['id', 'kind', 'key', 'payload', 'attempts'])
    .where('due_at', '<=', now.toISOString())
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();
  if (!found) return undefined;
  const claimed = { ...found, attempts: found.attempts + 1, claimedAt: now, lease: newId() };
  await tx
    .updateTable('jobs')
    .set({
      state: 'running',
      attempts: claimed.attempts,
      lease: claimed.lease,
      due_at: after(now, leaseTime),
    })
    .where('id', '=', claimed.id)
    .execute();
  return claimed;
}

/** Changes a claimed job; returns false, and changes nothing, if its lease was lost. */
async function update(tx: Tx, { id, lease }: ClaimedJob, row: Partial<Schema['jobs']>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set(row)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Extends a lease; returns false if it was lost. */
export async function extendLease(tx: Tx, job: ClaimedJob, until: Date): Promise<boolean> {
  return update(tx, job, { due_at: until.toISOString() });
}

/** Replaces the payload; returns false if the lease was lost. */
export async function replacePayload(tx: Tx, job: ClaimedJob, payload: unknown): Promise<boolean> {
  return update(tx, job, { payload: JSON.stringify(payload) });
}

/** Ends an attempt; returns false, and changes nothing, if the lease was lost. */
async function endAttempt(tx: Tx, job: ClaimedJob, row: Partial<Schema['jobs']>): Promise<boolean> {
  const isHeld = await update(tx, job, { ...row, lease: null });
  if (isHeld) await wakeWorkers(tx);
  return isHeld;
}

/** The job will not run again, unless an admin retries it. */
const over = { due_at: null, key: null };

export async function markDone(tx: Tx, job: ClaimedJob, now: Date): Promise<boolean> {
  return endAttempt(tx, job, { ...over, state: 'done', finished_at: now.toISOString(), error: null });
}

export async function markDead(tx: Tx, job: ClaimedJob, error: string, now: Date): Promise<boolean> {
  return endAttempt(tx, job, { ...over, state: 'dead', finished_at: now.toISOString(), error });
}

export async function markFailed(tx: Tx, job: ClaimedJob, error: string, retryAt: Date): Promise<boolean> {
  return endAttempt(tx, job, { state: 'waiting', due_at: retryAt.toISOString(), error });
}

/** Releases the lease of an interrupted job: it is due at once, and the attempt does not count. */
export async function giveBack(tx: Tx, job: ClaimedJob, now: Date): Promise<boolean> {
  return endAttempt(tx, job, { state: 'waiting', due_at: now.toISOString(), attempts: job.attempts - 1 });
}

/** Lets the kind of a job that is not retried clean up, unless the payload is not understood. */
export async function cleanUpAfter(tx: Tx, { payload }: ClaimedJob, known: Job | undefined): Promise<void> {
  const parsed = known?.payload.safeParse(JSON.parse(payload));
  if (parsed?.success === true) await known?.died?.(tx, parsed.data);
}

/** How many jobs there are in each state. */
export async function countJobs(db: Db): Promise<Record<JobState, number>> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => ['state', eb.fn.countAll<number | string>().as('jobs')] as const)
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(jobStates.map((state) => [state, 0])) as Record<JobState, number>;
  for (const { state, jobs } of rows) counts[state] = Number(jobs);
  return counts;
}

function after(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

/** The time since which jobs are held, for example after a restore or copy; null if they are not. */
export async function heldSince(db: Db): Promise<string | null> {
  const hold = await db.selectFrom('job_holds').select('since').orderBy('since').limit(1).executeTakeFirst();
  return hold?.since ?? null;
}

/** Lets held jobs start; returns whether they were held. */
export async function releaseJobs(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('job_holds').executeTakeFirst();
  await wakeWorkers(tx);
  return numDeletedRows > 0n;
}

/** Signals every process at the commit that a job may be due. */
export async function wakeWorkers(tx: Tx): Promise<void> {
  for (const statement of engineOf(tx).notifyCommit) await statement.execute(tx);
}
