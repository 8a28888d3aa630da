import { hash } from 'node:crypto';
import { z } from 'zod';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { networkOf } from '#server/http/network.ts';
import {
  type Job,
  type JobContext,
  PermanentFailure,
  inBatches,
  maxMailAttempts,
  recurring,
} from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { UnreadableMail, parseInThread } from '#server/mail/in/parse-thread.ts';
import { type MailHead, readHead } from '#server/mail/in/read-head.ts';
import { acceptMail, isRefusedUnread } from './accept.ts';
import * as queries from './queries.ts';
import type { MailInRules } from './rules.ts';

/** The largest message: three quarters of it can be files. In bytes. */
export const maxMailBytes = 40 * 1024 ** 2;

/**
 * The limits of the messages that wait, in bytes as they are stored, beyond which mail servers have to retry: mail must not fill the
 * database and its backups, and no sender must take the room of others.
 */
export const backlogLimits = {
  all: 1024 ** 3,
  network: 1024 ** 3 / 4,
  domain: 1024 ** 3 / 4,
  sender: 1024 ** 3 / 10,
};

/** `sender` is a hash of the message's `From`; jobs of earlier versions have none. */
const payload = z.strictObject({ id: z.string(), sender: z.optional(z.string()) });

const kind = 'incoming mail';
// Messages of one sender are handled in order; other senders do not wait for one that takes long.
const target = ({ sender = '' }: z.infer<typeof payload>) => `${kind} ${sender}`.trim();

/** Stores a message in the transaction. After the commit, its source can delete it. */
export async function takeOver(tx: Tx, raw: Uint8Array, now: Date): Promise<void> {
  const [id, jobId] = [newId(), newId()];
  const head = readHead(raw);
  await enqueue(tx, { kind, target, payload }, { id, sender: hashOf(head.from) }, { now, id: jobId });
  const subject = head.subject.toWellFormed().replaceAll('\0', '').slice(0, 200).toWellFormed();
  await queries.insertIncoming(tx, { id, jobId, raw, subject, at: now.toISOString(), ...originOf(head) });
}

/** The hash of a sender's address: it orders the sender's jobs without showing the address to admins. */
function hashOf(address = ''): string {
  return hash('sha256', address).slice(0, 32);
}

function originOf({ from = '', client }: Partial<Pick<MailHead, 'from' | 'client'>>): queries.Origin {
  const sender = from.toWellFormed().replaceAll('\0', '').slice(0, 320).toWellFormed();
  return {
    sender,
    domain: sender.slice(sender.lastIndexOf('@') + 1),
    network: client === undefined ? null : networkOf(client),
  };
}

/** The limit that the waiting messages exceed, so that this one, or any if none is given, must be sent again later. */
export async function fullBacklog(
  db: Db,
  raw?: Uint8Array,
  limits: typeof backlogLimits = backlogLimits,
): Promise<keyof typeof backlogLimits | undefined> {
  const sizes = await queries.sizesOfIncoming(db, originOf(raw ? readHead(raw) : {}));
  const names = raw ? (['all', 'network', 'domain', 'sender'] as const) : (['all'] as const);
  return names.find((name) => sizes[name] > limits[name]);
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
      if (raw?.byteLength === 0) throw new PermanentFailure('The message was deleted when its job failed');
      if (raw) await handle(context, rules, { raw, jobId, signal });
      await context.write((tx) => queries.deleteIncoming(tx, id));
    },
    died: (tx, { id }) => queries.deleteContent(tx, id),
  };
}

async function handle(
  context: JobContext,
  rules: MailInRules,
  { raw, jobId, signal }: { raw: Uint8Array; jobId: string; signal: AbortSignal },
): Promise<void> {
  // Parsing is expensive, and the sender may be anyone.
  if (await isRefusedUnread(context, { head: readHead(raw), jobId })) return;
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
/**
 * The retention of records of handled messages and of expired addresses, replies to which are still answered:
 * milliseconds.
 */
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
