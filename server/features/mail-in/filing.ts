import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type Bug, createBugBody } from '#contract/bugs/bugs.ts';
import { takeToken } from '#server/http/rate-limit.ts';
import type { JobContext } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { enqueueMail } from '#server/mail/account-mail.ts';
import { headerText, isMailAddress } from '#server/mail/header-text.ts';
import { isAuthentic } from '#server/mail/in/authentication-results.ts';
import type { IntakeSettings } from '#server/mail/in/mail-in-settings.ts';
import type { ReadMail } from '#server/mail/in/parse-thread.ts';
import { isUnconfirmed } from '#server/mail/recipient.ts';
import { countMail } from './limits.ts';
import * as queries from './queries.ts';
import { receipt } from './receipt.ts';
import { Refused, answerRefusal, refusalOf } from './refusals.ts';
import type { MailUser } from '#server/extensions/feature.ts';
import { type MailInRules, deleteFiles, keyOf, storeFiles } from './rules.ts';

/** The limit of bugs that a user files by mail, as a faulty program must not fill the tracker. */
const userLimit = { burst: 30, perMinute: 0.5 };
/** The same for all senders without an account together. Further messages are retried later. */
const unknownLimit = { burst: 100, perMinute: 2 };
/** The limits of answers to senders without an account, in all and for each. */
const answerLimits = { all: { burst: 30, perMinute: 0.5 }, each: { burst: 1, perMinute: 1 / (24 * 60) } };

/** The maximum length of a subject at the beginning of the description, if it is too long for the title. */
const maxSubject = 1_000;

/** A message to the address for new bugs, of which only the header was read. */
interface UnreadFiling {
  readonly mail: Pick<ReadMail, 'messageId' | 'from' | 'subject' | 'headers' | 'text'>;
  readonly jobId: string;
  readonly intake: IntakeSettings;
}

/** A message to the address for new bugs. */
interface Filing extends UnreadFiling {
  readonly mail: ReadMail;
}

/** The user who files a bug. `from` is the sender, if that is not the user. */
interface Filer {
  readonly user: MailUser;
  readonly from?: string | undefined;
}

/** Files a bug by a message, once, or refuses it. */
export async function acceptFiling(context: JobContext, rules: MailInRules, filing: Filing): Promise<void> {
  const { db, log } = context;
  const { mail, jobId } = filing;
  const about = { messageId: mail.messageId, job: jobId };
  // The key includes the sender, so that no one can block the Message-ID of another sender.
  const key = keyOf(mail, `intake\n${mail.from}`);
  if (await queries.isHandled(db, key)) return log.info(about, 'an e-mail came again');
  const filer = await findFiler(context, filing);
  if (typeof filer === 'string') {
    log.info({ ...about, why: filer }, 'refused an e-mail');
    return answerUnknown(context, filing, key);
  }
  try {
    const bug = await file(context, rules, { ...filing, key, filer });
    log.info({ ...about, bug: bug?._id, leftOut: mail.leftOut }, 'an e-mail became a bug');
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    log.info({ ...about, why: refusal.details }, 'refused an e-mail');
    await deleteFiles(context, rules, { user: filer.user, files: mail.files, key });
    const answer = { key, userId: filer.user._id, subject: mail.subject, isFiling: true };
    await answerRefusal(context, { ...answer, ...refusal });
  }
}

/** Refuses a message to the address for new bugs by its header alone, if its sender cannot file bugs; returns whether it was. */
export async function isUnknownRefused(context: JobContext, filing: UnreadFiling): Promise<boolean> {
  const { mail, jobId } = filing;
  const filer = await findFiler(context, filing);
  if (typeof filer !== 'string') return false;
  context.log.info({ messageId: mail.messageId, job: jobId, why: filer }, 'refused an e-mail');
  await answerUnknown(context, filing, keyOf(mail, `intake\n${mail.from}`));
  return true;
}

/** The user who files it, or the reason for a refusal. @throws Error if the configured user does not exist */
async function findFiler(
  { db, settings }: JobContext,
  { mail, intake }: UnreadFiling,
): Promise<Filer | string> {
  const { from = '' } = mail;
  const isTrusted = intake.authServer === undefined || isAuthentic(mail, intake.authServer);
  const sender = isTrusted ? await queries.findSender(db, from) : undefined;
  if (sender?.isSuspended) return 'a suspended user';
  // An unconfirmed address may be that of another person.
  const isForeign = sender !== undefined && (await isUnconfirmed(db, sender.user._id, settings));
  if (sender && !isForeign) return { user: sender.user };
  if (intake.unknown === 'refuse' && isForeign) return 'a sender whose address is not confirmed';
  if (intake.unknown === 'refuse') return isTrusted ? 'an unknown sender' : 'a sender who is not proven';
  const filing = await queries.findSender(db, intake.unknown.filedBy);
  // It is retried for a day, so that an admin who sees the job can correct the setting.
  if (!filing || filing.isSuspended) throw new Error('No user has the address of MAIL_INTAKE_UNKNOWN');
  return { user: filing.user, from };
}

/**
 * Answers a sender without an account, within limits and only if the address is authenticated: the answer to a forged one
 * would go to a person who sent nothing.
 */
async function answerUnknown(
  { write, now, db, settings }: JobContext,
  { mail, intake }: UnreadFiling,
  key: string,
): Promise<void> {
  const { from = '' } = mail;
  const isProven = intake.authServer !== undefined && isAuthentic(mail, intake.authServer);
  const isTold = isProven && isMailAddress(from) && (await queries.findSender(db, from)) === undefined;
  const at = now();
  await write(async (tx) => {
    const isNew = await queries.noteHandled(tx, { key, at: at.toISOString() });
    if (!isNew || !isTold) return;
    const each = `mail-in-answer:${createHash('sha256').update(from).digest('hex')}`;
    if ((await takeToken(tx, each, answerLimits.each, at)) > 0) return;
    if ((await takeToken(tx, 'mail-in-answers', answerLimits.all, at)) > 0) return;
    const to = { address: from, language: 'en' } as const;
    await enqueueMail(tx, { to, template: 'unknownSender', params: {} }, { now: at, settings });
  });
}

/** Returns undefined if another delivery of the message was faster. @throws Refused or AppError */
async function file(
  context: JobContext,
  rules: MailInRules,
  { mail, jobId, key, filer }: Filing & { key: string; filer: Filer },
): Promise<Bug | undefined> {
  const { user, from } = filer;
  const texts = bodyOf(mail, from);
  const tooManyUnknown = () => new Error('Too many e-mails of unknown senders came in this hour');
  await countMail(
    context,
    { key, files: mail.files },
    from === undefined
      ? {
          name: `mail-in:${user._id}`,
          limit: userLimit,
          tooMany: () => new Refused('tooMany'),
          sizeOf: user._id,
          tooLarge: () => new Refused('tooMuch'),
        }
      : {
          name: 'mail-in-unknown',
          limit: unknownLimit,
          tooMany: tooManyUnknown,
          sizeOf: 'unknown',
          tooLarge: tooManyUnknown,
        },
  );
  const files = await storeFiles(context, rules, { user, files: mail.files, key });
  const body = {
    ...texts,
    files: files.map(({ _id }) => _id),
    // Strangers call no one.
    ...(from !== undefined && { mentions: [] }),
  };
  const { now, settings } = context;
  const { write, emit } = rules.unitOfWork(context, user._id, jobId);
  return write(async (tx) => {
    const at = now();
    if (!(await queries.noteHandled(tx, { key, at: at.toISOString() }))) return undefined;
    // Read again: the user may have been suspended since, or have another address.
    const found = await queries.findSender(tx, user.email, { isLocked: true });
    if (found?.user._id !== user._id || found.isSuspended)
      throw new Error('The sender was changed meanwhile');
    const bug = await rules.createBug(tx, { body, caller: found.user, emit, now, settings });
    if (from === undefined) {
      const { messageId } = mail;
      await enqueue(tx, receipt, { userId: user._id, bugId: bug._id, messageId }, { now: at });
    }
    return bug;
  });
}

/** The content of the message as the fields of a bug. @throws Refused if it cannot be a bug */
function bodyOf(mail: ReadMail, from: string | undefined): z.output<typeof createBugBody> {
  const { title, isCut } = titleOf(mail.subject);
  if (title === '') throw new Refused('noSubject');
  const paragraphs = [
    from === undefined ? '' : `E-mail from ${from}`,
    isCut ? mail.subject.slice(0, maxSubject) : '',
    mail.unsigned,
  ].filter((paragraph) => paragraph !== '');
  const description = mail.unsigned === '' && !isCut ? [...paragraphs, title] : paragraphs;
  const parsed = createBugBody.safeParse({
    title,
    description: description.join('\n\n'),
    status: 'open',
    priority: 'medium',
  });
  if (!parsed.success) throw new Refused('unfit', parsed.error.issues[0]?.message ?? 'It is not valid');
  return parsed.data;
}

/** The length of the longest title, in code points. */
const maxTitle = 200;

const prefixes = /^(?:(?:re|aw|sv|antw|fwd?|wg|tr|rv|vs)\s*(?:\[\d{1,3}\])?\s*:\s*)+/iu;

/**
 * The title of a bug from a message's subject: one line, without `Re:` and `Fwd:`. If it is too long, it is cut and
 * `isCut` is true; if nothing meaningful is left, it is empty.
 */
export function titleOf(subject: string): { title: string; isCut: boolean } {
  // A subject is at most as long as a header: with more than 300 characters, it is cut here already.
  const line = headerText(subject).normalize('NFC').replace(prefixes, '').trim();
  const characters = Array.from(line);
  if (characters.length <= maxTitle) return { title: line, isCut: false };
  return {
    title: `${characters
      .slice(0, maxTitle - 1)
      .join('')
      .trimEnd()}…`,
    isCut: true,
  };
}
