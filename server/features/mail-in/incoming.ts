import { hash } from 'node:crypto';
import { z } from 'zod';
import type { DropReason } from '#contract/conversation/mail-in.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Composition } from '#server/extensions/feature.ts';
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
import { automaticKind, isAutomaticReply, isProgram } from '#server/mail/in/classify.ts';
import { type MailHead, readHead } from '#server/mail/in/read-head.ts';
import { type Ours, redact } from '#server/mail/in/redact.ts';
import { replyTokenHash, replyTokenOf } from '#server/mail/in/reply-addresses.ts';
import { type ParseTask, UnreadableMail, parseInThread } from '#server/mail/in/thread.ts';
import { acceptFiling, filerOf } from './filing.ts';
import { cleanUpOriginals } from './originals.ts';
import * as queries from './queries.ts';
import { acceptReply } from './replies.ts';

/** The largest message: three quarters of it can be files. In bytes. */
export const maxMailBytes = 40 * 1024 ** 2;

/**
 * The limits of the messages that wait, in bytes as they are stored, beyond which mail servers have to retry: mail must
 * not fill the database and its backups, and no sender must take the room of others.
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
  // The hash orders the sender's jobs without showing the address to admins.
  const sender = hash('sha256', head.from ?? '').slice(0, 32);
  await enqueue(tx, { kind, target, payload }, { id, sender }, { now, id: jobId });
  const subject = storable(head.subject, 200);
  await queries.insertIncoming(tx, { id, jobId, raw, subject, at: now.toISOString(), ...originOf(head) });
}

function originOf({ from = '', client }: Partial<Pick<MailHead, 'from' | 'client'>>): queries.Origin {
  const sender = storable(from, 320);
  return {
    sender,
    domain: sender.slice(sender.lastIndexOf('@') + 1),
    network: client === undefined ? null : networkOf(client),
  };
}

/** The beginning of a text, without what cannot be stored. */
function storable(text: string, length: number): string {
  return text.toWellFormed().replaceAll('\0', '').slice(0, length).toWellFormed();
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
export function incomingMail(composition: Composition): Job<z.infer<typeof payload>> {
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
      if (raw) await handle(context, composition, { raw, jobId, signal });
      await context.write((tx) => queries.deleteIncoming(tx, id));
    },
    died: (tx, { id }) => queries.deleteContent(tx, id),
  };
}

interface Message {
  readonly raw: Uint8Array;
  readonly jobId: string;
  readonly signal: AbortSignal;
}

/** The maximum number of reply addresses of a message that are looked up before it is parsed. */
const maxTokens = 100;

/** Turns a message into a comment or a bug, once; or refuses or drops it, by its header alone if that suffices. */
async function handle(context: JobContext, composition: Composition, message: Message): Promise<void> {
  const { log, write, now, settings } = context;
  const { raw, jobId } = message;
  const head = readHead(raw);
  const reason =
    // Parsing is expensive, and the sender may be anyone.
    (await reasonByHead(context, head)) ?? (await accept(context, composition, message));
  if (reason === undefined) return;
  log.info({ messageId: head.messageId, job: jobId, why: reason }, 'dropped an e-mail');
  await write((tx) => noteDropped(tx, head, { id: jobId, at: now(), reason, settings }));
}

interface Dropped {
  readonly id: string;
  readonly at: Date;
  readonly reason: DropReason;
  readonly settings: JobContext['settings'];
}

/** Records for admins that a message was dropped. */
export async function noteDropped(
  tx: Tx,
  head: MailHead,
  { id, at, reason, settings }: Dropped,
): Promise<void> {
  const ours = oursOf(settings);
  // Some programs answer from the address to which a mail was sent.
  const sender = redact(originOf(head).sender, ours, undefined);
  const subject = storable(redact(head.subject.slice(0, 1_000), ours, head.from), 200);
  await queries.insertDropped(tx, { id, at: at.toISOString(), sender, subject, reason });
}

export function oursOf({ publicUrl, mailIn: { replyTo } }: JobContext['settings']): Ours {
  return { publicUrl, replyTo };
}

/** Parses a message, and turns it into a comment or a bug, or refuses it. Returns why it is dropped, if it is. */
async function accept(
  context: JobContext,
  composition: Composition,
  { raw, jobId, signal }: Message,
): Promise<DropReason | undefined> {
  const { log, settings } = context;
  const { mailIn } = settings;
  const task = { raw, ours: oursOf(settings), senders: sendersOf(settings) };
  const mail = await parseInThread(task, signal).catch((error: unknown) => {
    // A fault of the thread, not of the message: the job is retried, and finally shown to admins as failed.
    if (!(error instanceof UnreadableMail)) throw error;
    log.warn({ err: error, job: jobId }, 'an e-mail cannot be read');
    return undefined;
  });
  if (!mail) return 'unreadable';
  const incoming = { context, composition, mail, jobId };
  const tokens = new Set(mail.recipients.flatMap((address) => replyTokenOf(address, mailIn) ?? []));
  const reasons: (DropReason | undefined)[] = [];
  for (const token of tokens) reasons.push(await acceptReply(incoming, token));
  // A reply that is also sent to the address for new bugs is a reply.
  if (tokens.size > 0) return reasons.includes(undefined) ? undefined : reasons[0];
  if (!mailIn.intake || !mail.recipients.includes(mailIn.intake.address)) return 'unknownRecipient';
  return acceptFiling(incoming, mailIn.intake);
}

/** Why a message is dropped, by its header alone; undefined if that is not known yet. */
async function reasonByHead(context: JobContext, head: MailHead): Promise<DropReason | undefined> {
  const { db, settings } = context;
  const { mailIn } = settings;
  const { from = '', subject, addresses } = head;
  const automatic = automaticKind(head, ownAddresses(settings));
  if (automatic !== undefined) return automatic;
  if (isProgram(from) && !(await queries.findSender(db, from))) return 'automatedSender';
  const tokens = [...addresses].flatMap((address) => replyTokenOf(address, mailIn) ?? []);
  if (await queries.hasReplyAddress(db, tokens.slice(0, maxTokens).map(replyTokenHash)))
    return isAutomaticReply(subject) ? 'automaticReply' : undefined;
  if (!mailIn.intake || !addresses.has(mailIn.intake.address))
    return tokens.length > 0 ? 'unknownReplyAddress' : 'unknownRecipient';
  const mail = { ...head, text: '', files: [] };
  const filer = await filerOf(context, { mail, intake: mailIn.intake });
  return typeof filer === 'string' ? filer : undefined;
}

/** The addresses and names by which the mails that people answer are recognised. */
function sendersOf(settings: JobContext['settings']): NonNullable<ParseTask['senders']> {
  const { name, mail } = settings;
  return { addresses: ownAddresses(settings), names: [name, mail?.from.name ?? []].flat() };
}

/** The addresses from which this server sends mail, and at which it receives mail. */
function ownAddresses({ mail, mailIn: { replyTo, intake } }: JobContext['settings']): string[] {
  const replies = replyTo && `${replyTo.local}@${replyTo.domain}`;
  const addresses = [mail?.from.address, replies, intake?.address];
  return addresses.flatMap((address) => address?.toLowerCase() ?? []);
}

/** Deletes old records of messages and reply addresses, and original messages after their retention. */
export const cleanUp = recurring({
  kind: 'clean up mail',
  every: () => 60 * 60_000,
  async run(context, { signal }) {
    const { write, now } = context;
    for (const table of queries.tablesWithOld)
      await inBatches(() => write((tx) => queries.deleteOld(tx, table, now())), signal);
    await cleanUpOriginals(context, signal);
  },
});
