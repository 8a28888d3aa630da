import { sql } from 'kysely';
import { type Job, jobsListed } from '#contract/admin/jobs.ts';
import { wakeWorkers } from '#server/jobs/queue.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { deleteBatch } from '#server/jobs/job.ts';

/** The first `jobsListed` jobs: dead ones, running ones, waiting ones by when they are due, and the last ones done. */
export async function listJobs(db: Db): Promise<Job[]> {
  const listed: Job[] = [];
  for (const state of ['dead', 'running', 'waiting', 'done'] as const) {
    const isOver = state === 'dead' || state === 'done';
    const rows = await db
      .selectFrom('jobs')
      .select([
        'id as _id',
        'kind',
        'target',
        'state',
        'created_at as createdAt',
        'due_at as dueAt',
        'finished_at as finishedAt',
        'attempts',
        'error',
      ])
      .where('state', '=', state)
      .orderBy(isOver ? 'finished_at' : 'due_at', isOver ? 'desc' : 'asc')
      .orderBy('id')
      .limit(jobsListed - listed.length)
      .execute();
    listed.push(...rows);
    if (listed.length === jobsListed) break;
  }
  return listed;
}

/** Resets a dead job to its first attempt; returns its kind, undefined if there is no such job. */
export async function reviveJob(tx: Tx, id: string, now: Date): Promise<string | undefined> {
  const job = await tx
    .updateTable('jobs')
    .set({ state: 'waiting', due_at: now.toISOString(), attempts: 0, finished_at: null })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .returning('kind')
    .executeTakeFirst();
  await wakeWorkers(tx);
  return job?.kind;
}

/** Deletes a dead job; returns its kind, undefined if there is no such job. */
export async function deleteDeadJob(tx: Tx, id: string): Promise<string | undefined> {
  const job = await tx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .returning('kind')
    .executeTakeFirst();
  return job?.kind;
}

const day = 24 * 60 * 60_000;
/** How long jobs stay after their end, in milliseconds. */
const stay = { done: day, dead: 30 * day };

/** Deletes a batch of jobs that ended long ago. Returns how many. */
export async function deleteOldJobs(tx: Tx, state: keyof typeof stay, now: Date): Promise<bigint> {
  const oldest = new Date(now.getTime() - stay[state]).toISOString();
  return deleteBatch(tx, 'jobs', 'id', sql<boolean>`state = ${state} and finished_at <= ${oldest}`);
}
