import { hash } from 'node:crypto';
import { z } from 'zod';
import { createBugBody } from '#contract/bugs/bugs.ts';
import type { DropReason } from '#contract/conversation/mail-in.ts';
import { takeToken } from '#server/http/rate-limit.ts';
import { type Job, type JobContext, maxMailAttempts } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { MailUser } from '#server/extensions/feature.ts';
import { enqueueMail, sendOrFail } from '#server/mail/account-mail.ts';
import { headerText, isMailAddress, messageIdOf, threadIdOf } from '#server/mail/header-text.ts';
import { isAuthentic } from '#server/mail/in/authentication-results.ts';
import type { IntakeSettings } from '#server/mail/in/mail-in-settings.ts';
import type { MailHead } from '#server/mail/in/read-head.ts';
import { replyAddressFor } from '#server/mail/in/reply-addresses.ts';
import { withoutPrefixes } from '#server/mail/in/subject-prefixes.ts';
import type { ReadMail } from '#server/mail/in/thread.ts';
import { filedByMail } from '#server/mail/incoming-texts.ts';
import { findMailUser, isUnconfirmed } from '#server/mail/recipient.ts';
import { render } from '#server/mail/render.ts';
import {
  type Identity,
  type Incoming,
  type Posting,
  Refused,
  isDuplicate,
  keyOf,
  postOnce,
} from './posting.ts';
import * as queries from './queries.ts';

/** The limit of bugs that a user files by mail, because a faulty program must not fill the tracker. */
const userLimit = { burst: 30, perMinute: 0.5 };
/** The limit for all senders without an account together. Further messages are retried later. */
const unknownLimit = { burst: 100, perMinute: 2 };
/** The limits of answers to senders without an account, in all and for each. */
const answerLimits = { all: { burst: 30, perMinute: 0.5 }, each: { burst: 1, perMinute: 1 / (24 * 60) } };

/** The maximum length of a subject at the beginning of the description, if it is too long for the title. */
const maxSubject = 1_000;

/** The user who files a bug. `from` is the sender, if that is not the user. */
interface Filer {
  readonly user: MailUser;
  readonly from?: string | undefined;
}

/** Files a bug by a message to the address for new bugs, once, or refuses it. Returns why it is dropped, if it is. */
export async function acceptFiling(
  incoming: Incoming,
  intake: IntakeSettings,
): Promise<DropReason | undefined> {
  const { context, mail } = incoming;
  const sentTo = intakeOf(mail);
  // Checked first, because the sender or the settings may have changed since the message was handled.
  if (await isDuplicate(incoming, sentTo)) return undefined;
  const filer = await filerOf(context, { mail, intake });
  if (typeof filer === 'string') return filer;
  const { user, from } = filer;
  const tooManyUnknown = () => new Error('Too many e-mails of unknown senders came in this hour');
  return postOnce(incoming, {
    kind: 'bug',
    key: keyOf(mail, sentTo),
    user,
    limit:
      from === undefined
        ? {
            name: `mail-in:${user._id}`,
            limit: userLimit,
            sizeOf: user._id,
            refuse: (reason) => new Refused(reason),
          }
        : { name: 'mail-in-unknown', limit: unknownLimit, sizeOf: 'unknown', refuse: tooManyUnknown },
    prepare: async () => prepareBug(incoming, filer),
  });
}

/** A message to the address for new bugs, possibly with only its header read. */
interface Filing {
  readonly mail: Identity & Pick<MailHead, 'headers'>;
  readonly intake: IntakeSettings;
}

/**
 * The user who files a bug by the message; or, if its sender cannot, why it is dropped: the sender may then be answered.
 * @throws Error if the configured user does not exist or is suspended
 */
export async function filerOf(context: JobContext, filing: Filing): Promise<Filer | DropReason> {
  const filer = await findFiler(context, filing);
  if (typeof filer === 'string') await answerUnknown(context, filing);
  return filer;
}

async function findFiler(
  { db, settings }: JobContext,
  { mail, intake }: Filing,
): Promise<Filer | DropReason> {
  const { from = '' } = mail;
  const isTrusted = intake.authServer === undefined || isAuthentic(mail, intake.authServer);
  const sender = isTrusted ? await queries.findSender(db, from) : undefined;
  if (sender?.isSuspended) return 'suspendedUser';
  // An unconfirmed address may be that of another person.
  const isForeign = sender !== undefined && (await isUnconfirmed(db, sender.user._id, settings));
  if (sender && !isForeign) return { user: sender.user };
  if (intake.unknown === 'refuse' && isForeign) return 'unconfirmedAddress';
  if (intake.unknown === 'refuse') return isTrusted ? 'unknownSender' : 'unauthenticatedSender';
  const configured = await queries.findSender(db, intake.unknown.filedBy);
  // The message is retried for a day, so that an admin who sees the job can correct the setting.
  if (!configured || configured.isSuspended)
    throw new Error('No user has the address of MAIL_INTAKE_UNKNOWN');
  return { user: configured.user, from };
}

/** The addressee by which messages to the address for new bugs are identified. */
function intakeOf({ from }: Pick<MailHead, 'from'>): string {
  return `intake\n${from}`;
}

/**
 * Answers a sender without an account, within limits and only if the address is authenticated: the answer to a forged one
 * would go to a person who sent nothing.
 */
async function answerUnknown(
  { write, now, db, settings }: JobContext,
  { mail, intake }: Filing,
): Promise<void> {
  const { from = '' } = mail;
  const isProven = intake.authServer !== undefined && isAuthentic(mail, intake.authServer);
  const isAnswered = isProven && isMailAddress(from) && (await queries.findSender(db, from)) === undefined;
  const at = now();
  await write(async (tx) => {
    const isNew = await queries.noteHandled(tx, { key: keyOf(mail, intakeOf(mail)), at: at.toISOString() });
    if (!isNew || !isAnswered) return;
    const each = `mail-in-answer:${hash('sha256', from)}`;
    if ((await takeToken(tx, each, answerLimits.each, at)) > 0) return;
    if ((await takeToken(tx, 'mail-in-answers', answerLimits.all, at)) > 0) return;
    const to = { address: from, language: 'en' } as const;
    await enqueueMail(tx, { to, template: 'unknownSender', params: {} }, { now: at, settings });
  });
}

async function prepareBug(
  { composition: { bugs }, mail }: Incoming,
  { user, from }: Filer,
): ReturnType<Posting['prepare']> {
  const texts = textsOf(mail, from);
  return async (tx, { files, ...given }) => {
    // Read again: the user may have been suspended since, or have another address.
    const found = await queries.findSender(tx, user.email, { isLocked: true });
    if (found?.user._id !== user._id || found.isSuspended) throw new Error('The sender has changed');
    const body = {
      ...texts,
      files: files.map(({ _id }) => _id),
      // Strangers cannot mention users.
      ...(from !== undefined && { mentions: [] }),
    };
    const caller = { ...found.user, token: '' };
    const bug = await bugs.create(tx, { ...given, caller }, body, { canAsk: false });
    if (from === undefined) {
      const { messageId } = mail;
      await enqueue(tx, receipt, { userId: user._id, bugId: bug._id, messageId }, { now: given.now() });
    }
    return bug;
  };
}

/** The content of the message as the fields of a bug. @throws Refused if it cannot be a bug */
function textsOf(mail: ReadMail, from: string | undefined): z.output<typeof createBugBody> {
  const { title, isCut } = titleOf(mail.subject);
  if (title === '') throw new Refused('noSubject');
  const description = [
    from === undefined ? '' : `E-mail from ${from}`,
    isCut ? mail.subject.slice(0, maxSubject) : '',
    mail.unsigned === '' && !isCut ? title : mail.unsigned,
  ].filter((paragraph) => paragraph !== '');
  const parsed = createBugBody.safeParse({
    title,
    description: description.join('\n\n'),
    status: 'open',
    priority: 'medium',
  });
  if (!parsed.success) throw new Refused('unfit', parsed.error.issues[0]?.message ?? 'It is not valid');
  return parsed.data;
}

/** The maximum length of a title, in code points. */
const maxTitle = 200;

/**
 * The title of a bug from a message's subject: one line, without `Re:` and `Fwd:`. If it is too long, it is cut and
 * `isCut` is true.
 */
export function titleOf(subject: string): { title: string; isCut: boolean } {
  // `headerText` already cuts a subject to the length of a header, 300 characters.
  const line = withoutPrefixes(headerText(subject));
  const characters = Array.from(line);
  if (characters.length <= maxTitle) return { title: line, isCut: false };
  const start = characters.slice(0, maxTitle - 1).join('');
  return { title: `${start.trimEnd()}…`, isCut: true };
}

const receiptPayload = z.strictObject({
  userId: z.string(),
  bugId: z.string(),
  /** The `Message-ID` of the message that became the bug. */
  messageId: z.optional(z.string()),
});

/** Answers a message that became a bug with its link. A reply to the answer becomes a comment. */
export const receipt: Job<z.infer<typeof receiptPayload>> = {
  kind: 'mail receipt',
  payload: receiptPayload,
  firstRetry: 60_000,
  maxAttempts: maxMailAttempts,
  group: 'accountMail',
  async run({ db, write, now, mail, settings }, { userId, bugId, messageId }, { id, signal }) {
    const [user, bug] = await Promise.all([findMailUser(db, userId, settings), queries.findTitle(db, bugId)]);
    if (!user || !bug) return;
    const { address, language } = user;
    if (!mail) throw new Error('Mail is not set up');
    const { publicUrl, name } = settings;
    const replyTo = await write((tx) => replyAddressFor(tx, { userId, bugId }, { now: now(), settings }));
    const opening = threadIdOf(bugId, publicUrl);
    const answered = messageId !== undefined && /^<[^\s<>]{1,250}>$/u.test(messageId) ? [messageId] : [];
    const message = {
      to: { address },
      ...(replyTo !== undefined && { replyTo: { name, address: replyTo } }),
      ...render(filedByMail[language]({ ...bug, url: `${publicUrl}/bugs/${bug.number}` }), language),
      messageId: messageIdOf(id, publicUrl),
      inReplyTo: answered[0] ?? opening,
      references: [opening, ...answered],
      headers: { 'X-Katydid-Reason': 'filed by e-mail' },
    };
    await sendOrFail(mail, message, signal);
  },
};
