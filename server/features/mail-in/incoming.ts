import { createHash } from 'node:crypto';
import { z } from 'zod';
import { newId } from '#server/db/id.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import { inBatches } from '#server/jobs/batches.ts';
import { type Job, type JobContext, maxMailAttempts, recurring } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { UnreadableMail, parseInThread } from '#server/mail/in/parse-thread.ts';
import { acceptMail } from './accept.ts';
import * as queries from './queries.ts';
import type { MailInRules } from './rules.ts';

/** The largest message: three quarters of it can be files. In bytes. */
export const maxMailBytes = 40 * 1024 ** 2;

/**
 * The limit of unhandled messages in bytes, beyond which mail servers have to retry: mail must not fill the database and
 * its backups.
 */
const maxWaitingBytes = 1024 ** 3;
/** The age in milliseconds after which messages are no longer retried, and wait for an admin. */
const attemptedFor = 2 * 24 * 60 * 60_000;

/** `sender` is what the message's `From` says; jobs of earlier versions have none. */
const payload = z.strictObject({ id: z.string(), sender: z.optional(z.string()) });

const kind = 'incoming mail';
// Those of a sender in their order; those of others do not wait for one that takes long.
const target = ({ sender = '' }: z.infer<typeof payload>) => `${kind} ${sender}`.trim();

/** Stores a message in the transaction. After the commit, its source can delete it. */
export async function takeOver(tx: Tx, raw: Uint8Array, now: Date): Promise<void> {
  const id = newId();
  await queries.insertIncoming(tx, { id, raw, at: now.toISOString() });
  await enqueue(tx, { kind, target, payload }, { id, sender: senderOf(raw) }, { now });
}

/** A hash of the `From` of a message, which may be forged. */
function senderOf(raw: Uint8Array): string {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, 64 * 1024)).toString(
    'latin1',
  );
  const [, value = ''] = /^from[ \t]*:(.*(?:\r?\n[ \t].*)*)/imu.exec(head) ?? [];
  const address = /<([^<>]*)>[^<>]*$/u.exec(value)?.[1] ?? value;
  return createHash('sha256').update(address.trim().toLowerCase()).digest('hex').slice(0, 32);
}

/** Whether so many messages are waiting that no more should be accepted. */
export async function isBacklogFull(db: Db, now: Date, max = maxWaitingBytes): Promise<boolean> {
  return (await queries.sizeOfIncoming(db, new Date(now.getTime() - attemptedFor))) > max;
}

/** Handles stored messages, each by a job of its own. */
export function incomingMail(rules: MailInRules): Job<z.infer<typeof payload>> {
  return {
    kind,
    payload,
    target,
    // Each can take a lot of memory.
    group: 'incomingMail',
    maxAttempts: maxMailAttempts,
    async run(context, { id }, { id: jobId, signal }) {
      const raw = await queries.findIncoming(context.db, id);
      if (raw) await handle(context, rules, { raw, jobId, signal });
      await context.write((tx) => queries.deleteIncoming(tx, id));
    },
  };
}

async function handle(
  context: JobContext,
  rules: MailInRules,
  { raw, jobId, signal }: { raw: Uint8Array; jobId: string; signal: AbortSignal },
): Promise<void> {
  const { publicUrl, mailIn } = context.settings;
  const ours = { publicUrl, replyTo: mailIn.replyTo };
  const mail = await parseInThread({ raw, ours }, signal).catch((error: unknown) => {
    // A fault of the thread, not of the message: the job is retried, and finally shown to admins as failed.
    if (!(error instanceof UnreadableMail)) throw error;
    context.log.warn({ err: error, job: jobId }, 'dropped an e-mail that cannot be read');
    return undefined;
  });
  if (mail) await acceptMail(context, rules, { mail, jobId });
}

const day = 24 * 60 * 60_000;
/** The retention in milliseconds of handled messages and of expired addresses, replies to which are answered meanwhile. */
const memory = 60 * day;

/** Deletes the records of handled messages and of expired addresses after their retention. */
export const cleanUp = recurring({
  kind: 'clean up mail',
  every: () => 60 * 60_000,
  async run({ write, now }, { signal }) {
    const before = new Date(now().getTime() - memory).toISOString();
    for (const table of queries.tablesWithOld)
      await inBatches(() => write((tx) => queries.deleteOld(tx, table, before)), signal);
  },
});
