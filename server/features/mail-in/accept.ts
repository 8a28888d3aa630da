import { createHash } from 'node:crypto';
import { commentText } from '#contract/comments.ts';
import type { Comment } from '#contract/comments.ts';
import { type FileRef, maxFiles } from '#contract/file-field.ts';
import type { Tx } from '#server/db/schema.ts';
import type { Emit } from '#server/events.ts';
import { AppError } from '#server/http/errors.ts';
import type { JobContext } from '#server/jobs/job.ts';
import { automaticKind } from '#server/mail/in/classify.ts';
import type { ReadMail } from '#server/mail/in/parse-thread.ts';
import type { MailedFile } from '#server/mail/in/parse.ts';
import { replyTokenHash, replyTokenOf } from '#server/mail/in/reply-addresses.ts';
import * as queries from './queries.ts';
import { Refused, answerRefusal } from './refusals.ts';

type User = queries.ReplyAddress['user'];

/** What is asked of other features, so that what comes by mail is subject to the rules of what comes by the API. */
export interface MailInRules {
  /** Posts a comment that came by mail. @throws AppError */
  postComment(
    tx: Tx,
    posting: {
      params: { id: string };
      body: { body: string; files: string[] };
      caller: User;
      emit: Emit;
      now: () => Date;
      settings: JobContext['settings'];
      /** Whether the message has more text than the comment. */
      isTrimmed: boolean;
    },
  ): Promise<Comment>;
  /** Stores a file as an upload of the user. @throws AppError */
  storeFile(context: JobContext, user: User, file: MailedFile): Promise<FileRef>;
  /** `write` as a unit of work of the user. */
  unitOfWork(context: JobContext, actorId: string, jobId: string): { write: JobContext['write']; emit: Emit };
}

/** Makes of a message what it asks for, once. What cannot be accepted is logged, and answered where that is safe. */
export async function acceptMail(
  context: JobContext,
  rules: MailInRules,
  { mail, jobId }: { mail: ReadMail; jobId: string },
): Promise<void> {
  const { log, settings } = context;
  const about = { messageId: mail.messageId, job: jobId };
  const automatic = automaticKind(mail, ownAddresses(settings));
  if (automatic !== undefined) return log.info({ ...about, why: automatic }, 'dropped an e-mail');
  const tokens = new Set(mail.recipients.flatMap((address) => replyTokenOf(address, settings.mailIn) ?? []));
  if (tokens.size === 0) return log.info({ ...about, why: 'no address of ours' }, 'dropped an e-mail');
  for (const token of tokens)
    await acceptReply(context, rules, { mail, jobId, tokenHash: replyTokenHash(token) });
}

/** What this server sends from, and takes replies at. */
function ownAddresses({ mail, mailIn: { replyTo } }: JobContext['settings']): string[] {
  const addresses = [mail?.from.address, replyTo && `${replyTo.local}@${replyTo.domain}`];
  return addresses.flatMap((address) => address?.toLowerCase() ?? []);
}

async function acceptReply(
  context: JobContext,
  rules: MailInRules,
  { mail, jobId, tokenHash }: { mail: ReadMail; jobId: string; tokenHash: string },
): Promise<void> {
  const { db, log, now } = context;
  const about = { messageId: mail.messageId, job: jobId };
  const found = await queries.findReplyAddress(db, tokenHash);
  // Without an answer, as the sender is not known.
  if (!found) return log.info({ ...about, why: 'an unknown reply address' }, 'dropped an e-mail');
  if (found.isSuspended) return log.info({ ...about, why: 'a suspended user' }, 'dropped an e-mail');
  const key = keyOf(mail, tokenHash);
  if (await queries.isHandled(db, key)) return log.info(about, 'an e-mail came again');
  try {
    const bug = demandReply(found, mail, now());
    const comment = await post(context, rules, {
      mail,
      jobId,
      tokenHash,
      key,
      user: found.user,
      bugId: bug._id,
    });
    log.info({ ...about, comment: comment?._id }, 'an e-mail became a comment');
  } catch (error) {
    // What is wrong with the server passes, and the message is tried again.
    if (!(error instanceof Refused) && !(error instanceof AppError && isFinal(error))) throw error;
    log.info({ ...about, why: error.message }, 'refused an e-mail');
    const reason = error instanceof Refused ? error.reason : 'unfit';
    const refusal = { key, userId: found.user._id, subject: mail.subject, reason, details: error.message };
    await answerRefusal(context, refusal);
  }
}

function isFinal({ code }: AppError): boolean {
  return ['invalid_input', 'not_found', 'forbidden', 'payload_too_large'].includes(code);
}

/** One message to one address; without a `Message-ID`, by what it says. */
function keyOf({ messageId, from, subject, text }: ReadMail, tokenHash: string): string {
  const id = messageId ?? JSON.stringify([from, subject, text]);
  return createHash('sha256').update(`${id}\n${tokenHash}`).digest('hex');
}

/** The bug that the address is for. @throws Refused where the sender cannot reply to it */
function demandReply({ user, bug, expiresAt }: queries.ReplyAddress, mail: ReadMail, now: Date) {
  // The address alone is not enough: everyone to whom a mail is forwarded sees it, too.
  if (mail.from !== user.email.toLowerCase()) throw new Refused('otherSender');
  if (expiresAt <= now.toISOString()) throw new Refused('expired');
  if (!bug) throw new Refused('bugGone');
  return bug;
}

interface Reply {
  readonly mail: ReadMail;
  readonly jobId: string;
  readonly tokenHash: string;
  readonly key: string;
  readonly user: User;
  readonly bugId: string;
}

/** Posts the comment; undefined where another delivery of the message was faster. @throws Refused or AppError */
async function post(
  context: JobContext,
  rules: MailInRules,
  { mail, jobId, tokenHash, key, user, bugId }: Reply,
): Promise<Comment | undefined> {
  if (mail.files.length > maxFiles) throw new Refused('tooManyFiles');
  const { reply, isTrimmed } = mail;
  if (reply === '' && mail.files.length === 0) throw new Refused('empty');
  checkText(reply);
  const files: FileRef[] = [];
  for (const file of mail.files) files.push(await rules.storeFile(context, user, named(file, files.length)));
  const body = {
    body: reply === '' ? files.map(({ name }) => name).join(', ') : reply,
    files: files.map(({ _id }) => _id),
  };
  const { now, settings } = context;
  const { write, emit } = rules.unitOfWork(context, user._id, jobId);
  return write(async (tx) => {
    if (!(await queries.noteHandled(tx, { key, at: now().toISOString() }))) return undefined;
    // As it is now: the address may have been revoked since, and the user renamed or suspended.
    const found = await queries.findReplyAddress(tx, tokenHash, { isLocked: true });
    if (!found || found.isSuspended) throw new Refused('expired');
    const posting = { params: { id: bugId }, body, caller: found.user, emit, now, settings, isTrimmed };
    const comment = await rules.postComment(tx, posting);
    const text = { comment_id: comment._id, text: mail.text, is_trimmed: isTrimmed ? 1 : 0 };
    await queries.insertMailedText(tx, text);
    return comment;
  });
}

/** @throws Refused where it cannot be a comment */
function checkText(reply: string): void {
  if (reply === '') return;
  const { error } = commentText.safeParse(reply);
  const message = error?.issues[0]?.message;
  if (message !== undefined) throw new Refused('unfit', message);
}

/** Images that are pasted into a message often have no name. */
function named({ name, content }: MailedFile, before: number): MailedFile {
  return { name: name?.trim() ? name : `file-${before + 1}`, content };
}
