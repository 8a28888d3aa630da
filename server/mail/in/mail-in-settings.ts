import { z } from 'zod';
import { isMailAddress } from '#server/mail/header-text.ts';
import { isLoopback } from '#server/mail/mail-settings.ts';

/** Bugs that are filed by e-mail. */
export interface IntakeSettings {
  /** The address, in lower case. */
  readonly address: string;
  /** What happens to mail from senders without an account: refused, or filed by the user with this e-mail address. */
  readonly unknown: 'refuse' | { readonly filedBy: string };
  /** The mail server whose `Authentication-Results` state whether `From` is genuine; without one, `From` is trusted. */
  readonly authServer?: string | undefined;
}

/** A mailbox on an IMAP server. */
export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the start, STARTTLS, or `none`: unencrypted if the server does not offer STARTTLS. */
  readonly tls: 'start' | 'upgrade' | 'none';
  readonly user: string;
  readonly password: string;
  readonly mailbox: string;
}

/** How mail is received. */
export interface MailInSettings {
  /** The address that takes replies, with a token after a plus sign in its local part. */
  readonly replyTo?: { readonly local: string; readonly domain: string } | undefined;
  readonly intake?: IntakeSettings | undefined;
  /** The mailbox that is polled. */
  readonly imap?: ImapSettings | undefined;
}

/** The value of `IMAP_URL`. It is a secret: no message repeats it. */
const imapUrl = z.string().transform((text, context): ImapSettings => {
  try {
    const settings = imapSettingsOf(text);
    if (settings) return settings;
  } catch {
    // Percent escapes that are not valid text.
  }
  context.addIssue('must be imaps://user:password@host/INBOX, with special characters percent-encoded');
  return z.NEVER;
});

const addressPattern = /^([\w.!#$%&'*/=?^`{|}~-]{1,30})@([a-z\d-]+(?:\.[a-z\d-]+)*)$/iu;

const mailReplyTo = z.string().transform((text, context) => {
  const [, local, domain] = addressPattern.exec(text.trim()) ?? [];
  if (local !== undefined && domain !== undefined) return { local, domain };
  context.addIssue('must be an address without a name and a plus sign, like reply@bugs.example.com');
  return z.NEVER;
});

const mailAddress = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine(isMailAddress, { error: 'must be an address without a name, like new@bugs.example.com' });

/** The environment variables that configure incoming mail. */
export const mailInVariables = {
  IMAP_URL: imapUrl.optional(),
  MAIL_INTAKE: mailAddress.optional(),
  MAIL_INTAKE_AUTH_SERVER: z
    .string()
    .regex(/^[\w.-]{1,255}$/, { error: 'must be the name of a mail server, like mx.example.com' })
    .transform((name) => name.toLowerCase())
    .optional(),
  MAIL_INTAKE_UNKNOWN: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => text === 'refuse' || isMailAddress(text), {
      error: 'must be refuse, or the e-mail address of the user who files them',
    })
    .transform((text) => (text === 'refuse' ? text : { filedBy: text }))
    .default('refuse'),
  MAIL_REPLY_TO: mailReplyTo.optional(),
};

type Variables = z.output<z.ZodObject<typeof mailInVariables>>;

/** The missing variables that others require, with the reasons. */
export function missingForMailIn({
  IMAP_URL,
  MAIL_INTAKE,
  MAIL_REPLY_TO,
  SMTP_URL,
}: Variables & { readonly SMTP_URL?: string | undefined }): [name: string, message: string][] {
  const missing: [string, string][] = [];
  if (MAIL_INTAKE !== undefined && SMTP_URL === undefined)
    missing.push(['SMTP_URL', 'must be set where MAIL_INTAKE is, as senders get an answer']);
  if (MAIL_INTAKE !== undefined && !MAIL_REPLY_TO)
    missing.push(['MAIL_REPLY_TO', 'must be set where MAIL_INTAKE is, as senders may reply to the answer']);
  if (IMAP_URL && !MAIL_REPLY_TO)
    missing.push(['MAIL_REPLY_TO', 'must be set where IMAP_URL is: nothing else is read there']);
  return missing;
}

export function mailInSettingsOf(variables: Variables): MailInSettings {
  const { MAIL_INTAKE: address } = variables;
  const { MAIL_INTAKE_UNKNOWN: unknown, MAIL_INTAKE_AUTH_SERVER: authServer } = variables;
  return {
    replyTo: variables.MAIL_REPLY_TO,
    imap: variables.IMAP_URL,
    intake: address === undefined ? undefined : { address, unknown, authServer },
  };
}

function imapSettingsOf(text: string): ImapSettings | undefined {
  const url = URL.parse(text);
  if (!url || !/^imaps?:$/.test(url.protocol) || url.hostname === '' || /[?#]/.test(text)) return undefined;
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const mailbox = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
  if (user === '' || password === '' || /\p{Cc}/u.test(user + password + mailbox)) return undefined;
  const isSecure = url.protocol === 'imaps:';
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 993 : 143) : Number(url.port),
    // Between programs on this machine, the password does not cross a network.
    tls: isSecure ? 'start' : isLoopback(url.hostname) ? 'none' : 'upgrade',
    user,
    password,
    mailbox,
  };
}
