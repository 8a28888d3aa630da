import { hash } from 'node:crypto';
import { type FileRef, maxFiles } from '#contract/conversation/file-field.ts';
import type { DropReason } from '#contract/conversation/mail-in.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { ByMail, Composition, MailUser } from '#server/extensions/feature.ts';
import { AppError } from '#server/http/errors.ts';
import { takeToken } from '#server/http/rate-limit.ts';
import type { JobContext } from '#server/jobs/job.ts';
import { headerText } from '#server/mail/header-text.ts';
import type { Refusal, RefusalReason } from '#server/mail/incoming-texts.ts';
import type { ReadFile, ReadMail } from '#server/mail/in/thread.ts';
import type { RateLimit } from '#server/settings.ts';
import { insertOriginal, keepWithin, packed } from './originals.ts';
import * as queries from './queries.ts';
import { answerRefusal } from './refusals.ts';

/** A parsed message, with the context that handles it. */
export interface Incoming {
  readonly context: JobContext;
  readonly composition: Composition;
  readonly mail: ReadMail;
  readonly jobId: string;
}

/** The comment or bug that a message becomes. */
export interface Posting {
  readonly kind: 'comment' | 'bug';
  /** Identifies the message at one address: see `keyOf`. */
  readonly key: string;
  /** The user in whose name it is posted. */
  readonly user: MailUser;
  readonly limit: MailLimit;
  /**
   * Checks the message, and returns the function that stores the comment or bug in a transaction.
   * @throws Refused
   */
  prepare(): Promise<(tx: Tx, given: Given) => Promise<Posted>>;
}

/** The bug, or the comment with the id of its bug. */
interface Posted {
  readonly _id: string;
  readonly bugId?: string;
}

/** The context in which a posting is stored, without the caller, who is read again. */
interface Given extends Omit<ByMail, 'caller'> {
  readonly files: readonly FileRef[];
}

/** The limit of messages and attachments in an hour. */
interface MailLimit {
  /** The name of the counted messages. */
  readonly name: string;
  readonly limit: RateLimit;
  /** The name under which attachments are counted together. */
  readonly sizeOf: string;
  /** The error for too many messages, or too large attachments. */
  refuse(reason: 'tooMany' | 'tooMuch'): Error;
}

/** The refusal of a message, with a reason that is mailed to its user. */
export class Refused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

/** What identifies a message. */
export type Identity = Pick<ReadMail, 'messageId' | 'from' | 'subject' | 'text'> & {
  readonly files: readonly Pick<ReadFile, 'sha256'>[];
};

/**
 * Identifies a message to one address. Programs reuse a `Message-ID`, so the key also depends on what was written, but
 * not on the headers of its transport or the spaces around its text.
 */
export function keyOf({ messageId, from, subject, text, files }: Identity, sentTo: string): string {
  const content = [messageId, from, subject, text.trim(), files.map(({ sha256 }) => sha256)];
  return hash('sha256', `${JSON.stringify(content)}\n${sentTo}`);
}

/** What versions before 0.3 stored as the key: such records remain for 60 days. */
function earlierKeyOf({ messageId, from, subject, text }: Identity, sentTo: string): string {
  return hash('sha256', `${messageId ?? JSON.stringify([from, subject, text])}\n${sentTo}`);
}

/** Whether a message to this address was handled before; if so, logs it. */
export async function isDuplicate(
  { context: { db, log }, mail, jobId }: Incoming,
  sentTo: string,
): Promise<boolean> {
  const handled = await queries.handledOf(db, [keyOf(mail, sentTo), earlierKeyOf(mail, sentTo)]);
  if (handled.size > 0) log.info({ messageId: mail.messageId, job: jobId }, 'an e-mail came again');
  return handled.size > 0;
}

/**
 * Turns a message that was not handled before into a comment or a bug. A refusal is logged and answered; if it cannot
 * be answered, the message is dropped, for the reason that this returns.
 */
export async function postOnce(
  { context, composition, mail, jobId }: Incoming,
  posting: Posting,
): Promise<DropReason | undefined> {
  const { log, now, settings } = context;
  const { key, kind, user } = posting;
  const about = { messageId: mail.messageId, job: jobId };
  try {
    const store = await posting.prepare();
    await countMail(context, mail.files, posting);
    const files = await storeFiles(context, composition, { user, files: mail.files, key });
    const original = await packed(mail.original);
    const events = composition.events();
    const origin = () => ({ actorId: user._id, address: 'e-mail', requestId: jobId, at: now() });
    const post = async (tx: Tx) => {
      // Another delivery of the message may have been faster.
      if (!(await queries.noteHandled(tx, { key, at: now().toISOString() }))) return undefined;
      const stored = await store(tx, { files, emit: events.emit, now, settings });
      await insertOriginal(tx, { ...stored, userId: user._id, at: now().toISOString(), text: original });
      return stored;
    };
    const posted = await context.write((tx) => events.run(tx, origin, post));
    await keepWithin(context);
    log.info({ ...about, [kind]: posted?._id, leftOut: mail.leftOut }, `an e-mail became a ${kind}`);
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    // Faults of the server are temporary: the message is retried.
    if (!refusal) throw error;
    log.info({ ...about, why: refusal.details }, 'refused an e-mail');
    await deleteFiles(context, composition, { user, files: mail.files, key });
    await answerRefusal(context, {
      key,
      userId: user._id,
      limit: posting.limit.name,
      refusal: {
        ...refusal,
        subject: headerText(mail.subject).slice(0, 200),
        ...(kind === 'bug' && { isFiling: true }),
      },
    });
    return settings.mail ? undefined : 'mailNotConfigured';
  }
}

const kilobyte = 1024;

/** The limit of attachments by mail, of a user, and of all senders without an account together: 100 MB in an hour. In kB. */
const sizeLimit: RateLimit = { burst: 100 * kilobyte, perMinute: (100 * kilobyte) / 60 };

/**
 * Counts a message towards all of its limits, or none, before any of it is stored. Further attempts and deliveries are
 * not counted.
 */
async function countMail(
  { write, now }: JobContext,
  files: readonly ReadFile[],
  { key, limit: { name, limit, sizeOf, refuse } }: Posting,
): Promise<void> {
  const bytes = files.reduce((sum, { content }) => sum + content.byteLength, 0);
  const count = Math.min(Math.ceil(bytes / kilobyte), sizeLimit.burst);
  await write(async (tx) => {
    const at = now();
    const isNew = await queries.noteHandled(tx, {
      key: hash('sha256', `${key}\ncounted`),
      at: at.toISOString(),
    });
    if (!isNew) return;
    if ((await takeToken(tx, name, limit, at)) > 0) throw refuse('tooMany');
    if (count > 0 && (await takeToken(tx, `mail-in-size:${sizeOf}`, { ...sizeLimit, count }, at)) > 0)
      throw refuse('tooMuch');
  });
}

interface UserFiles {
  readonly user: MailUser;
  readonly files: readonly ReadFile[];
  readonly key: string;
}

/**
 * Stores the files of a message as uploads of the user, once: a further attempt at the same `key` finds them.
 * @throws Refused or AppError
 */
async function storeFiles(
  context: JobContext,
  { provided }: Composition,
  { user, files, key }: UserFiles,
): Promise<FileRef[]> {
  if (files.length > maxFiles) throw new Refused('tooManyFiles');
  const stored: FileRef[] = [];
  for (const [position, file] of files.entries()) {
    const given = { ...file, id: fileId(key, position, file) };
    stored.push(await provided('storeMailedFile')(context, user, given));
  }
  return stored;
}

/** Deletes what `storeFiles` stored of a message that is refused, so that it does not count towards the quota. */
async function deleteFiles(
  { write }: JobContext,
  { provided }: Composition,
  { user, files, key }: UserFiles,
): Promise<void> {
  const ids = files.slice(0, maxFiles).map((file, position) => fileId(key, position, file));
  if (ids.length > 0) await write((tx) => provided('deleteMailedFiles')(tx, user, ids));
}

/** A UUID of version 8 (https://www.rfc-editor.org/rfc/rfc9562#section-5.8). */
function fileId(key: string, position: number, { sha256 }: ReadFile): string {
  const digits = hash('sha256', `${key}\nfile ${position} ${sha256}`);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

const permanent = new Set(['invalid_input', 'not_found', 'forbidden', 'payload_too_large']);

/** The reason of a permanent refusal; undefined for faults of the server, which are temporary. */
function refusalOf(error: unknown): Pick<Refusal, 'reason' | 'details'> | undefined {
  if (error instanceof Refused) return { reason: error.reason, details: error.message };
  const isPermanent = error instanceof AppError && permanent.has(error.code);
  return isPermanent ? { reason: 'unfit', details: error.message } : undefined;
}
