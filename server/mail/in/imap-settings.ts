import { z } from 'zod';
import { isLoopback } from '#server/mail/mail-settings.ts';

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

const wrong = 'must be imaps://user:password@host/INBOX, with special characters percent-encoded';

/** The value of `IMAP_URL`. It is a secret: no message repeats it. */
export const imapUrl = z.string().transform((text, context): ImapSettings => {
  try {
    const settings = parse(text);
    if (settings) return settings;
  } catch {
    // Percent escapes that are not valid text.
  }
  context.addIssue(wrong);
  return z.NEVER;
});

function parse(text: string): ImapSettings | undefined {
  const url = URL.parse(text);
  if (!url || !/^imaps?:$/.test(url.protocol) || url.hostname === '' || /[?#]/.test(text)) return undefined;
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const mailbox = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
  if (user === '' || password === '' || /\p{Cc}/u.test(user + password + mailbox)) return undefined;
  const isSecure = url.protocol === 'imaps:';
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 993 : 143) : Number(url.port),
    // On this machine, the password does not cross a network.
    tls: isSecure ? 'start' : isLoopback(url.hostname) ? 'none' : 'upgrade',
    user,
    password,
    mailbox,
  };
}
