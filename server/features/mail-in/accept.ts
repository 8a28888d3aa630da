import { commentText } from '#contract/conversation/comments.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import type { JobContext } from '#server/jobs/job.ts';
import { automaticKind } from '#server/mail/in/classify.ts';
import type { ReadMail } from '#server/mail/in/parse-thread.ts';
import { isUnconfirmed } from '#server/mail/recipient.ts';
import { replyTokenHash, replyTokenOf } from '#server/mail/in/reply-addresses.ts';
import type { MailHead } from '#server/mail/in/read-head.ts';
import { acceptFiling, isUnknownRefused } from './filing.ts';
import { countMail } from './limits.ts';
import * as queries from './queries.ts';
import { Refused, answerRefusal, refusalOf } from './refusals.ts';
import type { MailUser } from '#server/extensions/feature.ts';
import { type MailInRules, deleteFiles, keyOf, storeFiles } from './rules.ts';

/** Handles a message once: makes a comment or a bug of it. A refusal is logged, and answered if that is safe. */
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
  const { intake } = settings.mailIn;
  // A reply that is also sent to the address for new bugs is a reply.
  if (tokens.size === 0 && intake && mail.recipients.includes(intake.address))
    return acceptFiling(context, rules, { mail, jobId, intake });
  if (tokens.size === 0) return log.info({ ...about, why: 'no address of ours' }, 'dropped an e-mail');
  for (const token of tokens)
    await acceptReply(context, rules, { mail, jobId, tokenHash: replyTokenHash(token) });
}

/** The maximum number of reply addresses of a message that are looked up before it is parsed. */
const maxTokens = 100;

/** Drops or refuses a message if its header suffices to decide; returns whether it did. */
export async function isRefusedUnread(
  context: JobContext,
  { head, jobId }: { head: MailHead; jobId: string },
): Promise<boolean> {
  const { db, log, settings } = context;
  const about = { messageId: head.messageId, job: jobId };
  const drop = (why: string) => {
    log.info({ ...about, why }, 'dropped an e-mail');
    return true;
  };
  const automatic = automaticKind(head, ownAddresses(settings));
  if (automatic !== undefined) return drop(automatic);
  const tokens = [...head.addresses].flatMap((address) => replyTokenOf(address, settings.mailIn) ?? []);
  const hashes = tokens.slice(0, maxTokens).map(replyTokenHash);
  if (hashes.length > 0 && (await queries.isReplyAddress(db, hashes))) return false;
  const { intake } = settings.mailIn;
  if (intake && head.addresses.has(intake.address))
    return isUnknownRefused(context, { mail: { ...head, text: '' }, jobId, intake });
  return drop(tokens.length > 0 ? 'an unknown reply address' : 'no address of ours');
}

/** The addresses from which this server sends mail, and at which it receives mail. */
function ownAddresses({ mail, mailIn: { replyTo, intake } }: JobContext['settings']): string[] {
  const replies = replyTo && `${replyTo.local}@${replyTo.domain}`;
  const addresses = [mail?.from.address, replies, intake?.address];
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
  // Not answered, as the sender is unknown.
  if (!found) return log.info({ ...about, why: 'an unknown reply address' }, 'dropped an e-mail');
  if (found.isSuspended) return log.info({ ...about, why: 'a suspended user' }, 'dropped an e-mail');
  const key = keyOf(mail, tokenHash);
  if (await queries.isHandled(db, key)) return log.info(about, 'an e-mail came again');
  try {
    const bug = demandReply(found, mail, now());
    if (await isUnconfirmed(db, found.user._id, context.settings)) throw new Refused('unconfirmed');
    const comment = await post(context, rules, {
      mail,
      jobId,
      tokenHash,
      key,
      user: found.user,
      bugId: bug._id,
    });
    log.info({ ...about, comment: comment?._id, leftOut: mail.leftOut }, 'an e-mail became a comment');
  } catch (error) {
    // Faults of the server are temporary: the message is retried.
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    log.info({ ...about, why: refusal.details }, 'refused an e-mail');
    await deleteFiles(context, rules, { user: found.user, files: mail.files, key });
    const once = `mail-in-reply-answer:${found.user._id}:${found.bug?._id}`;
    const isOnce = refusal.reason === 'tooManyReplies';
    const answer = { key, userId: found.user._id, subject: mail.subject, ...(isOnce && { once }) };
    await answerRefusal(context, { ...answer, ...refusal });
  }
}

/** The bug of the reply address. @throws Refused if the sender cannot reply to it */
function demandReply({ user, bug, expiresAt }: queries.ReplyAddress, mail: ReadMail, now: Date) {
  // The address alone is not enough: all recipients of a forwarded mail see it.
  if (mail.from !== user.email.toLowerCase()) throw new Refused('otherSender');
  if (expiresAt <= now.toISOString()) throw new Refused('expired');
  if (!bug) throw new Refused('bugGone');
  return bug;
}

/**
 * The limit of replies by mail of a user to a bug: two programs could answer each other through it. 20 at once, and then one every three
 * minutes.
 */
const replyLimit = { burst: 20, perMinute: 1 / 3 };

interface Reply {
  readonly mail: ReadMail;
  readonly jobId: string;
  readonly tokenHash: string;
  readonly key: string;
  readonly user: MailUser;
  readonly bugId: string;
}

/** Posts the comment; undefined if another delivery of the message was faster. @throws Refused or AppError */
async function post(
  context: JobContext,
  rules: MailInRules,
  { mail, jobId, tokenHash, key, user, bugId }: Reply,
): Promise<Comment | undefined> {
  const { reply, isTrimmed } = mail;
  if (reply === '' && mail.files.length === 0) throw new Refused('empty');
  checkText(reply);
  await countMail(
    context,
    { key, files: mail.files },
    {
      name: `mail-in-reply:${user._id}:${bugId}`,
      limit: replyLimit,
      tooMany: () => new Refused('tooManyReplies'),
      sizeOf: user._id,
      tooLarge: () => new Refused('tooMuch'),
    },
  );
  const files = await storeFiles(context, rules, { user, files: mail.files, key });
  const body = {
    body: reply === '' ? files.map(({ name }) => name).join(', ') : reply,
    files: files.map(({ _id }) => _id),
  };
  const { now, settings } = context;
  const { write, emit } = rules.unitOfWork(context, user._id, jobId);
  return write(async (tx) => {
    if (!(await queries.noteHandled(tx, { key, at: now().toISOString() }))) return undefined;
    // Read again: the address may have been revoked since, or the user renamed or suspended.
    const found = await queries.findReplyAddress(tx, tokenHash, { isLocked: true });
    if (!found || found.isSuspended) throw new Refused('expired');
    const posting = { params: { id: bugId }, body, caller: found.user, emit, now, settings, isTrimmed };
    const comment = await rules.postComment(tx, posting);
    const text = { comment_id: comment._id, text: mail.text, is_trimmed: isTrimmed ? 1 : 0 };
    await queries.insertMailedText(tx, text);
    return comment;
  });
}

/** @throws Refused if it cannot be a comment */
function checkText(reply: string): void {
  if (reply === '') return;
  const { error } = commentText.safeParse(reply);
  const message = error?.issues[0]?.message;
  if (message !== undefined) throw new Refused('unfit', message);
}
