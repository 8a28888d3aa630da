import * as z from 'zod/mini';
import { adminPermissions } from '#contract/permissions.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { id, timestamp } from '#contract/text.ts';

/** `waiting` for its time, `running`, `done`, or `dead`: it failed so often that it is not retried. */
export const jobStates = ['waiting', 'running', 'done', 'dead'] as const;

export type JobState = (typeof jobStates)[number];

/** A background job, as admins see it. */
const job = z.object({
  _id: id,
  kind: z.string(),
  /** The object that the job works on. Only one job of a target runs at a time. */
  target: z.nullable(z.string()),
  state: z.enum(jobStates),
  createdAt: timestamp,
  /** When a waiting job is due, and when the lease of a running one ends. */
  dueAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  attempts: z.int(),
  /** Why the last attempt failed. */
  error: z.nullable(z.string()),
});

export type Job = z.infer<typeof job>;

/** How many jobs are listed. */
export const jobsListed = 100;

const params = z.strictObject({ id });
const jobMessages = catalogue('jobs', { notFound: () => 'Job not found, or no longer dead' });

const notFound = jobMessages.notFound();

export const listJobs = endpoint('GET', '/api/admin/jobs', {
  summary: `Background jobs: how many there are in each state, since when the queue is held, and the first ${jobsListed}: dead ones, then running, waiting and done ones.`,
  access: adminPermissions.manageJobs,
  status: 200,
  response: z.object({
    /** No job starts until an admin releases the queue: the database was restored or copied. */
    heldSince: z.nullable(timestamp),
    counts: z.object({ waiting: z.int(), running: z.int(), done: z.int(), dead: z.int() }),
    jobs: z.array(job),
  }),
});

export const retryJob = endpoint('POST', '/api/admin/jobs/:id/retry', {
  summary: 'Runs a dead job again, with as many attempts as a new one.',
  access: adminPermissions.manageJobs,
  status: 204,
  params,
  notFound,
});

export const discardJob = endpoint('DELETE', '/api/admin/jobs/:id', {
  summary: 'Deletes a dead job.',
  access: adminPermissions.manageJobs,
  status: 204,
  params,
  notFound,
});

export const releaseJobs = endpoint('POST', '/api/admin/jobs/release', {
  summary: 'Releases the jobs that are held since the database was restored or copied.',
  access: adminPermissions.manageJobs,
  status: 204,
});

export const manifest = {
  endpoints: [listJobs, retryJob, discardJob, releaseJobs],
  messages: { jobs: jobMessages },
} as const satisfies Manifest;
