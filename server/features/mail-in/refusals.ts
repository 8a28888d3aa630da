import { z } from 'zod';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';
import { takeToken } from '#server/http/rate-limit.ts';
import { type Job, type JobContext, maxMailAttempts } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { enqueueMail, sendAccountMail } from '#server/mail/account-mail.ts';
import { type Refusal, type RefusalReason, refusalReasons } from '#server/mail/incoming-texts.ts';
import { noteHandled } from './queries.ts';

const hour = 60 * 60_000;
/**
 * How many refusals are mailed to a user in an hour, so that two programs cannot answer each other endlessly. Further
 * ones are listed in a summary.
 */
const maxAnswersPerHour = 5;

/** The refusals by limits of messages: per limit, only one in an hour gets a mail of its own. */
const limits: ReadonlySet<RefusalReason> = new Set(['tooMany', 'tooManyReplies']);
const oncePerHour = { burst: 1, perMinute: 1 / 60 };

/** How many refused messages a summary lists; it counts them all. */
const maxListed = 20;
const maxSubject = 100;

const payload = z.strictObject({
  userId: z.string(),
  /** When the first of the messages was refused, in ISO 8601. */
  since: z.string(),
  count: z.int(),
  mails: z.array(
    z.strictObject({ subject: z.string(), reason: z.enum(refusalReasons), details: z.string() }),
  ),
});

const target = ({ userId }: { readonly userId: string }) => `refused mail of ${userId}`;

/** Mails a user a summary of the refusals of an hour that were not answered one by one. */
export const refusalSummary: Job<z.infer<typeof payload>> = {
  kind: 'refused mail',
  payload,
  target,
  firstRetry: 60_000,
  maxAttempts: maxMailAttempts,
  group: 'accountMail',
  run: (context, { userId, ...params }, attempt) =>
    sendAccountMail(context, { to: { userId }, template: 'mailsRefused', params }, attempt),
};

interface RefusedMail {
  /** Identifies the message: see `keyOf`. */
  readonly key: string;
  readonly userId: string;
  /** The name of the limit that counted the message. */
  readonly limit: string;
  readonly refusal: Refusal;
}

/**
 * Records the refusal of a message, and mails it to the address of the user's account, at once or in a summary, but
 * never to the message's sender, which may be forged.
 */
export async function answerRefusal(
  { write, now, settings }: JobContext,
  { key, userId, limit, refusal }: RefusedMail,
): Promise<void> {
  const at = now();
  await write(async (tx) => {
    // Refusals are counted and added to the summary one after another.
    await lockUser(tx, userId);
    const since = new Date(at.getTime() - hour).toISOString();
    const isAlone =
      settings.mail !== undefined &&
      (await countAnswers(tx, userId, since)) < maxAnswersPerHour &&
      (!limits.has(refusal.reason) || (await takeToken(tx, `${limit} answer`, oncePerHour, at)) === 0);
    const answeredTo = isAlone ? userId : null;
    const isNew = await noteHandled(tx, { key, at: at.toISOString(), answeredTo });
    if (!isNew || !settings.mail) return;
    if (isAlone)
      await enqueueMail(
        tx,
        { to: { userId }, template: 'replyRefused', params: refusal },
        { now: at, settings },
      );
    else await addToSummary(tx, userId, refusal, at);
  });
}

/** Adds a refusal to the summary that waits to be sent to the user, or begins one, which is due in an hour. */
async function addToSummary(
  tx: Tx,
  userId: string,
  { subject, reason, details }: Refusal,
  now: Date,
): Promise<void> {
  const mail = { subject: subject.slice(0, maxSubject).toWellFormed(), reason, details };
  const waiting = await findWaitingSummary(tx, userId);
  if (!waiting) {
    const first = { userId, since: now.toISOString(), count: 1, mails: [mail] };
    await enqueue(tx, refusalSummary, first, { now, runAt: new Date(now.getTime() + hour) });
    return;
  }
  const { count, mails, ...rest } = payload.parse(JSON.parse(waiting.payload));
  const all = { ...rest, count: count + 1, mails: [...mails, mail].slice(0, maxListed) };
  await tx
    .updateTable('jobs')
    .set({ payload: JSON.stringify(all) })
    .where('id', '=', waiting.id)
    .execute();
}

/** Locks the user until the transaction ends. */
async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forNoKeyUpdate())
    .execute();
}

/** The summary that waits to be sent to the user; no worker can claim its job until the transaction ends. */
async function findWaitingSummary(
  tx: Tx,
  userId: string,
): Promise<{ id: string; payload: string } | undefined> {
  return tx
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('target', '=', target({ userId }))
    .where('due_at', 'is not', null)
    .where('state', '=', 'waiting')
    .orderBy('id', 'desc')
    .limit(1)
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The number of refusals mailed to the user since then. */
async function countAnswers(tx: Tx, userId: string, since: string): Promise<number> {
  const { answers } = await tx
    .selectFrom('handled_mails')
    .select((eb) => eb.fn.countAll<number | string>().as('answers'))
    .where('answered_to', '=', userId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(answers);
}
