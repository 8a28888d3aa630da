import { z } from 'zod';

/** How mail comes in. */
export interface MailInSettings {
  /** The address that takes replies, with a token behind a plus sign in its local part. */
  readonly replyTo?: { readonly local: string; readonly domain: string } | undefined;
}

const addressPattern = /^([\w.!#$%&'*/=?^`{|}~-]{1,30})@([a-z\d-]+(?:\.[a-z\d-]+)*)$/iu;

/** The value of `MAIL_REPLY_TO`. */
export const mailReplyTo = z.string().transform((text, context) => {
  const [, local, domain] = addressPattern.exec(text.trim()) ?? [];
  if (local !== undefined && domain !== undefined) return { local, domain };
  context.addIssue('must be an address without a name and a plus sign, like reply@bugs.example.com');
  return z.NEVER;
});
