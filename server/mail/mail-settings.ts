import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { headerText, isMailAddress } from './header-text.ts';
import type { MailAddress } from '#server/jobs/mailer.ts';

/** How the server sends mail. */
export interface SmtpSettings {
  /** The mail server: `smtp://` or `smtps://`, with user name and password, and nodemailer's options as the query. */
  readonly url: string;
  readonly from: MailAddress;
}

/** The value of `SMTP_URL`. It is a secret: no message repeats it. */
export const smtpUrl = z.string().refine(isSmtpUrl, {
  error: 'must be smtp://user:password@host:587 or smtps://user:password@host:465',
});

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
}

/** The value of `MAIL_FROM`. */
export const mailFrom = z.string().transform((text, context): MailAddress => {
  const [, name = '', address = text.trim()] = /^\s*(.*?)\s*<([^<>]*)>\s*$/su.exec(text) ?? [];
  if (!isMailAddress(address) || headerText(name) !== name) {
    context.addIssue('must be an address, like Katydid <bugs@example.com>');
    return z.NEVER;
  }
  const unquoted = name.replace(/^"(.*)"$/, '$1');
  return { name: unquoted === '' ? 'Katydid' : unquoted, address };
});

/** Whether the host of an address is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}
