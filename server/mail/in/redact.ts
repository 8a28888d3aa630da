import type { MailInSettings } from './mail-in-settings.ts';

/** The parts of this server's own secrets, by which they are found in a message. */
export interface Ours {
  readonly publicUrl: string;
  readonly replyTo: MailInSettings['replyTo'];
}

/** No account has a longer address; it bounds the work at each place of the text. */
const maxAddress = 320;

/**
 * The text without the secrets in a quote of our own mail: the link that stops all mail, addresses for replies, and the
 * address of the sender. Mail servers that rewrite links write them encoded. Takes time in proportion to the text.
 */
export function redact(text: string, { publicUrl, replyTo }: Ours, sender: string | undefined): string {
  const secrets = [`${either(`${publicUrl}/unsubscribe?`)}[^\\s>]*`];
  if (replyTo) secrets.push(`${either(`${replyTo.local}+`)}[0-9a-f]{32}${either(`@${replyTo.domain}`)}`);
  // Not within a longer address.
  if (sender !== undefined && sender.length <= maxAddress)
    secrets.push(`(?:(?<![\\w.+-])|(?<=%[0-9a-f]{2}))${either(sender)}(?![\\w-])`);
  return text.replaceAll(new RegExp(secrets.join('|'), 'giu'), '…');
}

/** A pattern of the text as it is, and as encoded in a link. */
function either(text: string): string {
  return `(?:${RegExp.escape(text)}|${RegExp.escape(encodeURIComponent(text.toWellFormed()))})`;
}
