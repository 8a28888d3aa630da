import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import type { Store } from '#server/engine/store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Settings } from '#server/settings.ts';
import type { Mailer } from './mailer.ts';

/** The context of a job. */
export interface JobContext {
  db: Db;
  longReads: Db;
  write: Store['write'];
  files: FileStore;
  /** Undefined if mail is not set up. */
  mail: Mailer | undefined;
  settings: Settings;
  now: () => Date;
  log: Logger;
}

export interface Attempt {
  /** The job's id, the same in every attempt, by which a handler can detect earlier work. */
  id: string;
  /** Aborted when the server stops, or when the lease is lost and another process may run the job. */
  signal: AbortSignal;
  /**
   * Marks the job done in a transaction of its work: both are committed, or neither, so that the work is done exactly
   * once.
   * @throws Error if the lease is lost
   */
  finish(tx: Tx): Promise<void>;
  /**
   * Replaces the job's payload by `rest` in the transaction of a part of its work: a later attempt continues after that
   * part, which is thus done exactly once. The job keeps its place among those of its target.
   * @throws Error if the lease is lost
   */
  checkpoint(tx: Tx, rest: unknown): Promise<void>;
}

/** A permanent failure: the job is dead at once, without retries. */
export class PermanentFailure extends Error {}

/**
 * The number of jobs of a group that a process runs at a time, so that a slow dependency of one group does not delay
 * others. Together they leave one slot free. Account mail does not wait behind digests, because its links expire.
 */
export const groupLimits = { mail: 2, accountMail: 1, incomingMail: 2 } as const;

/** How often a job is attempted before it is dead, by default. */
export const maxAttempts = 12;

/**
 * The number of attempts to send mail. They last for about a day, so that a night without the mail server loses no
 * mail.
 */
export const maxMailAttempts = 60;

/** The part of a job that is known where it is enqueued. */
export interface JobKind<P = unknown> {
  /** The stored name of the kind, which must not change. */
  readonly kind: string;
  readonly payload: z.ZodType<P>;
  /** The target of the job. Only one job per target runs at a time. */
  target?(payload: P): string;
}

/** A kind of background work. It runs at least once, and outside of any transaction, so it may take long. */
export interface Job<P = unknown> extends JobKind<P> {
  /**
   * Whether jobs of a target run in the order in which they were added: later ones wait for retries of earlier ones.
   */
  readonly isInOrder?: boolean;
  /** The group of the job: a process runs only a limited number of a group's jobs at a time. */
  readonly group?: keyof typeof groupLimits;
  /** The longest wait before the second attempt, in milliseconds; the longest wait doubles with each further one. */
  readonly firstRetry?: number;
  /** How often it is attempted before it is dead. */
  readonly maxAttempts?: number;
  /** The interval of a recurring job, in milliseconds; undefined if these settings turn it off. */
  every?(settings: Settings): number | undefined;
  /** Removes data that only a further attempt would need, in the transaction in which the job becomes dead. */
  died?(tx: Tx, payload: P): Promise<void>;
  /** Runs the job, which fails if this throws. */
  run(context: JobContext, payload: P, attempt: Attempt): Promise<void>;
}

const nothing = z.strictObject({});

type RecurringJob = Pick<Job, 'kind' | 'firstRetry'> & {
  every: NonNullable<Job['every']>;
  run(context: JobContext, attempt: Attempt): Promise<void>;
};

/**
 * A job that is due again one interval after it began. Only one process on a database runs it at a time. It has no
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

/** The maximum number of rows that one transaction deletes, so that others do not wait for long. */
export const batchSize = 500;

/** Calls `remove`, which deletes up to `batchSize` rows and returns how many it deleted, until there are no more. */
export async function inBatches(remove: () => Promise<number | bigint>, signal: AbortSignal): Promise<void> {
  do signal.throwIfAborted();
  while ((await remove()) >= batchSize);
}

/**
 * Deletes up to `batchSize` rows of a table that match, and returns how many. Each row is checked again when it is
 * deleted, because it may have changed since it was selected.
 */
export async function deleteBatch<T extends keyof Schema>(
  tx: Tx,
  table: T,
  key: keyof Schema[T] & string,
  matches: RawBuilder<boolean>,
): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${matches} and ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${matches} limit ${batchSize})`.execute(tx);
  return numAffectedRows;
}
