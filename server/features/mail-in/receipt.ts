import { z } from 'zod';
import { type Job, maxMailAttempts } from '#server/jobs/job.ts';
import { sendOrFail } from '#server/mail/account-mail.ts';
import { filedByMail } from '#server/mail/filing-texts.ts';
import { replyAddressFor } from '#server/mail/in/reply-addresses.ts';
import { messageIdOf } from '#server/mail/header-text.ts';
import { findMailUser, languageOf } from '#server/mail/recipient.ts';
import { render } from '#server/mail/render.ts';
import { findTitle } from './queries.ts';

const payload = z.strictObject({
  userId: z.string(),
  bugId: z.string(),
  /** The `Message-ID` of the message that became the bug. */
  messageId: z.optional(z.string()),
});

/** Answers a message that became a bug with its link. A reply to the answer becomes a comment. */
export const receipt: Job<z.infer<typeof payload>> = {
  kind: 'mail receipt',
  payload,
  firstRetry: 60_000,
  maxAttempts: maxMailAttempts,
  group: 'accountMail',
  async run({ db, write, now, mail, settings }, { userId, bugId, messageId }, { id, signal }) {
    const [user, language, bug] = await Promise.all([
      findMailUser(db, userId),
      languageOf(db, userId),
      findTitle(db, bugId),
    ]);
    if (!user || !bug) return;
    if (!mail) throw new Error('Mail is not set up');
    const { publicUrl } = settings;
    const content = filedByMail[language]({ ...bug, url: `${publicUrl}/bugs/${bugId}` });
    const replyTo = await write((tx) => replyAddressFor(tx, { userId, bugId }, { now: now(), settings }));
    // The thread of the mails about the bug begins with this `Message-ID`, which no message has.
    const opening = messageIdOf(`bug.${bugId}`, publicUrl);
    const answered = messageId !== undefined && /^<[^\s<>]{1,250}>$/u.test(messageId) ? [messageId] : [];
    await sendOrFail(
      mail,
      {
        to: user,
        ...(replyTo !== undefined && { replyTo: { name: 'Katydid', address: replyTo } }),
        subject: content.subject,
        ...render(content, language),
        messageId: messageIdOf(id, publicUrl),
        inReplyTo: answered[0] ?? opening,
        references: [opening, ...answered],
        headers: { 'X-Katydid-Reason': 'filed by e-mail' },
      },
      signal,
    );
  },
};
