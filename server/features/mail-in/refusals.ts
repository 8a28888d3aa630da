import { AppError } from '#server/http/errors.ts';
import { takeToken } from '#server/http/rate-limit.ts';
import type { JobContext } from '#server/jobs/job.ts';
import { enqueueMail } from '#server/mail/account-mail.ts';
import type { RefusalReason } from '#server/mail/refusal-texts.ts';
import * as queries from './queries.ts';

/** The refusal of a message, with a reason that is mailed to its user. */
export class Refused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

interface Reason {
  readonly reason: RefusalReason;
  readonly details: string;
}

/** The reason of a permanent refusal; undefined for faults of the server, which are temporary. */
export function refusalOf(error: unknown): Reason | undefined {
  if (error instanceof Refused) return { reason: error.reason, details: error.message };
  const isFinal =
    error instanceof AppError &&
    ['invalid_input', 'not_found', 'forbidden', 'payload_too_large'].includes(error.code);
  return isFinal ? { reason: 'unfit', details: error.message } : undefined;
}

const hour = 60 * 60_000;
/** The maximum number of refusals mailed to a user in an hour, so that two programs cannot answer each other endlessly. */
const maxAnswersPerHour = 5;

const oncePerHour = { burst: 1, perMinute: 1 / 60 };

/**
 * Records the refusal of a message, and mails it to the address of the user's account, never to the message's sender,
 * which may be forged. Of those with the same `once`, one in an hour is mailed.
 */
export async function answerRefusal(
  { write, now, settings }: JobContext,
  {
    key,
    userId,
    subject,
    reason,
    details,
    isFiling = false,
    once,
  }: Reason & { key: string; userId: string; subject: string; isFiling?: boolean; once?: string },
): Promise<void> {
  const at = now();
  await write(async (tx) => {
    const since = new Date(at.getTime() - hour).toISOString();
    const isTold =
      settings.mail !== undefined &&
      (await queries.countAnswers(tx, userId, since)) < maxAnswersPerHour &&
      (once === undefined || (await takeToken(tx, once, oncePerHour, at)) === 0);
    const answeredTo = isTold ? userId : null;
    const isNew = await queries.noteHandled(tx, { key, at: at.toISOString(), answeredTo });
    if (!isNew || !isTold) return;
    const params = { reason, subject: subject.slice(0, 200), details, ...(isFiling && { isFiling }) };
    await enqueueMail(tx, { to: { userId }, template: 'replyRefused', params }, { now: at, settings });
  });
}
