import { z } from 'zod';
import { maxMailAttempts } from '#server/jobs/job.ts';

/** The kinds and payloads of the jobs, for the code that enqueues them. The handlers are in the files that run them. */

const rowKey = z.strictObject({ userId: z.string(), bugId: z.string() });
export type RowKey = z.infer<typeof rowKey>;

/** Sends a message on a bug to a user, if it is due. */
export const messageJob = {
  kind: 'inbox mail',
  payload: rowKey,
  target: ({ userId, bugId }: RowKey) => `mail:${userId}:${bugId}`,
  group: 'mail',
  firstRetry: 60_000,
  maxAttempts: maxMailAttempts,
} as const;

const userKey = z.strictObject({ userId: z.string() });
export type UserKey = z.infer<typeof userKey>;

/** Sends a digest to a user. */
export const digestJob = {
  kind: 'inbox digest',
  payload: userKey,
  target: ({ userId }: UserKey) => `digest:${userId}`,
  group: 'mail',
  firstRetry: 60_000,
  maxAttempts: maxMailAttempts,
} as const;
