import type { Logger } from 'pino';
import { z } from 'zod';
import type { Db, Tx } from '#server/db/schema.ts';
import type { Store } from '#server/db/store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Settings } from '#server/settings.ts';
import type { Mailer } from './mailer.ts';

/** The context of a job. */
export interface JobContext {
  db: Db;
  write: Store['write'];
  files: FileStore;
  /** Undefined where mail is not set up. */
  mail: Mailer | undefined;
  settings: Settings;
  now: () => Date;
  log: Logger;
}

export interface Attempt {
  /** The job's id, the same in every attempt: by it, a handler can recognise what it has done before. */
  id: string;
  /** Aborted when the server stops, or when the lease is lost and another process may run the job. */
  signal: AbortSignal;
  /**
   * Marks the job done in a transaction of its work: both are committed, or neither, so that the work is done exactly once.
   * @throws Error where the lease is lost
   */
  finish(tx: Tx): Promise<void>;
  /**
   * Makes `rest` the job's payload in a transaction of a part of its work: a later attempt goes on behind the part, which is done
   * exactly once. The job keeps its place among those of its target.
   * @throws Error where the lease is lost
   */
  goOnWith(tx: Tx, rest: unknown): Promise<void>;
}

/** An attempt failed, and any other one would: the job is dead at once. */
export class PermanentFailure extends Error {}

/**
 * How many jobs of a group a process runs at a time, so that others do not wait behind what they wait for. Together they
 * leave a place free. Mail on accounts does not wait behind digests: its links expire.
 */
export const groupLimits = { mail: 2, accountMail: 1 } as const;

/** How often a job is attempted before it is dead, by default. */
export const maxAttempts = 12;

/** How often mail is attempted: for about a day, so that it outlasts a night without the mail server. */
export const maxMailAttempts = 60;

/** The part of a job that is known where it is enqueued. */
export interface JobKind<P = unknown> {
  /** The name under which the database stores it: it stays as it is. */
  readonly kind: string;
  readonly payload: z.ZodType<P>;
  /** Its target: of the jobs of a target, one runs at a time. */
  target?(payload: P): string;
}

/** A kind of background work. It runs at least once, outside of any transaction, so that it may take long. */
export interface Job<P = unknown> extends JobKind<P> {
  /** Whether those of a target run in the order in which they were added: later ones wait for one that is to be tried again. */
  readonly isInOrder?: boolean;
  /** Of the jobs of a group, a process runs only some at a time. */
  readonly group?: keyof typeof groupLimits;
  /** The longest wait before the second attempt, in milliseconds; the longest wait doubles with each further one. */
  readonly firstRetry?: number;
  /** How often it is attempted before it is dead. */
  readonly maxAttempts?: number;
  /** The interval of a recurring job, in milliseconds; undefined where these settings turn it off. */
  every?(settings: Settings): number | undefined;
  /** Does the work; it has failed when this throws. */
  run(context: JobContext, payload: P, attempt: Attempt): Promise<void>;
}

const nothing = z.strictObject({});

type RecurringJob = Pick<Job, 'kind' | 'firstRetry'> & {
  every: NonNullable<Job['every']>;
  run(context: JobContext, attempt: Attempt): Promise<void>;
};

/**
 * A job that is due again so long after it began. Of all processes on a database, one runs it at a time; it takes no
 * payload, and is due at the first start.
 */
export function recurring({ run, ...job }: RecurringJob): Job<z.infer<typeof nothing>> {
  return {
    ...job,
    payload: nothing,
    target: () => job.kind,
    run: (context, _, attempt) => run(context, attempt),
  };
}
