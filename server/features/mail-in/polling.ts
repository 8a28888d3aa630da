import { hash } from 'node:crypto';
import { newId } from '#server/engine/id.ts';
import { type JobContext, recurring } from '#server/jobs/job.ts';
import { type ImapTimeouts, type Mailbox, MailboxError, withMailbox } from '#server/mail/in/imap-mailbox.ts';
import { maxHead, readHead } from '#server/mail/in/read-head.ts';
import { backlogLimits, fullBacklog, maxMailBytes, noteDropped, takeOver } from './incoming.ts';
import * as queries from './queries.ts';

/** The maximum number of messages that a poll takes, so that mail by another way does not wait for a full mailbox. */
const messagesAtOnce = 50;
/**
 * The number of messages whose sizes and states are fetched at a time. A poll examines as many, so that messages over a
 * limit, or that the server does not deliver, do not take the places of others.
 */
const askedAtOnce = 500;

/** Takes the messages of the mailbox of `IMAP_URL` that are not marked as read. */
export const pollMailbox = recurring({
  kind: 'mailbox',
  every: ({ mailIn: { imap } }) => imap && 60_000,
  // A wrong password is not retried often, because servers lock accounts.
  firstRetry: 60_000,
  run: async (context, { signal }) => poll(context, signal),
});

/** The limits that tests make smaller. */
interface PollLimits {
  readonly maxBytes?: number;
  readonly maxMessages?: number;
  readonly limits?: typeof backlogLimits;
  readonly timeouts?: Partial<ImapTimeouts>;
}

/** @throws MailboxError if the server cannot be used, or a message cannot be read or marked */
export async function poll(
  context: JobContext,
  signal: AbortSignal,
  {
    maxBytes = maxMailBytes,
    maxMessages = messagesAtOnce,
    limits = backlogLimits,
    timeouts = {},
  }: PollLimits = {},
): Promise<void> {
  const { db, log, settings } = context;
  if (!settings.mailIn.imap) return;
  if ((await fullBacklog(db, undefined, limits)) !== undefined)
    throw new MailboxError('Too many messages are waiting');
  await withMailbox(settings.mailIn.imap, { signal, maxBytes, timeouts }, async (mailbox) => {
    const uids = await newMessages(context, mailbox);
    const sizes = await mailbox.sizesOf(uids);
    const waiting = { sender: 0, domain: 0, network: 0, all: 0 };
    let [places, fault]: [number, MailboxError | undefined] = [maxMessages, undefined];
    for (const uid of uids) {
      signal.throwIfAborted();
      const size = sizes.get(uid);
      if (size === undefined) continue;
      if (places === 0 || waiting.all > 0) break;
      try {
        const full = await take(context, mailbox, { uid, size, maxBytes, limits });
        if (full === undefined) places -= 1;
        else waiting[full] += 1;
      } catch (error) {
        // One message that the server does not deliver does not block the others. If the connection is lost, each fails
        // at once.
        if (!(error instanceof MailboxError)) throw error;
        fault ??= error;
      }
    }
    if (Object.values(waiting).some((count) => count > 0))
      log.warn({ waiting }, 'e-mails stay in the mailbox: too many of the same origin are waiting');
    if (fault !== undefined) throw fault;
  });
}

/**
 * The oldest messages that were not stored yet. Messages stored before a crash, or not marked by the server, are marked.
 */
async function newMessages({ db }: JobContext, mailbox: Mailbox): Promise<number[]> {
  const [unseen, found] = [await mailbox.listUnseen(), [] as number[]];
  for (let from = 0; from < unseen.length && found.length < askedAtOnce; from += askedAtOnce) {
    const some = unseen.slice(from, from + askedAtOnce);
    const keys = some.map((uid) => keyOf(mailbox, uid));
    const handled = await queries.handledOf(db, keys);
    const isHandled = (uid: number) => handled.has(keyOf(mailbox, uid));
    await mailbox.markSeen(some.filter(isHandled));
    found.push(...some.filter((uid) => !isHandled(uid)));
  }
  return found.slice(0, askedAtOnce);
}

function keyOf({ id }: Mailbox, uid: number): string {
  return hash('sha256', `imap\n${id}\n${uid}`);
}

interface Found extends Required<Pick<PollLimits, 'maxBytes' | 'limits'>> {
  readonly uid: number;
  readonly size: number;
}

/**
 * Stores the message, unless it is too large; or returns the limit that it exceeds, and leaves it unread for a later poll.
 */
async function take(
  { db, write, now, log, settings }: JobContext,
  mailbox: Mailbox,
  { uid, size, maxBytes, limits }: Found,
): Promise<keyof typeof backlogLimits | undefined> {
  const isLong = size > maxHead;
  const head = await mailbox.read(uid, isLong ? maxHead : maxBytes);
  const isTaken = size <= maxBytes;
  const full = isTaken && head ? await fullBacklog(db, head, limits) : undefined;
  if (full !== undefined) return full;
  const raw = isTaken && head && isLong ? await mailbox.read(uid, maxBytes) : head;
  const isTooLarge = Math.max(size, raw?.byteLength ?? 0) > maxBytes;
  // The message has been deleted by someone else.
  if (!isTooLarge && (!raw || raw.byteLength === 0)) return undefined;
  const at = now();
  await write(async (tx) => {
    const isNew = await queries.noteHandled(tx, { key: keyOf(mailbox, uid), at: at.toISOString() });
    if (!isNew || !raw) return;
    if (isTooLarge) await noteDropped(tx, readHead(raw), { id: newId(), at, reason: 'tooLarge', settings });
    else await takeOver(tx, raw, at);
  });
  if (isTooLarge) log.warn({ uid, size }, 'an e-mail in the mailbox is too large, and marked as important');
  // After the commit: a message may be found twice, but is never lost.
  await mailbox.markSeen([uid], { isFlagged: isTooLarge });
  return undefined;
}
