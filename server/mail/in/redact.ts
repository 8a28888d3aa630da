import type { MailInSettings } from './mail-in-settings.ts';

/** The parts of this server's own secrets by which they are recognised in a message. */
export interface Ours {
  readonly publicUrl: string;
  readonly replyTo: MailInSettings['replyTo'];
}

/** No account has a longer address. This bounds the work at each position of the text. */
const maxAddress = 320;
/** The remaining characters of a URL in a text. */
const rest = '[^\\s<>()"\']*';

/**
 * The text without secrets from quotes of our own mail: the unsubscribe link, reply addresses, and the sender's
 * address. Mail servers that rewrite links encode them. Takes linear time.
 */
export function redact(text: string, ours: Ours, sender: string | undefined): string {
  const secret = patternOf(ours, sender);
  const redacted = withWholeTokens(text).replaceAll(secret, '…');
  const joined = redacted.replaceAll(noWidth, '');
  const isHidden = joined !== redacted && joined.search(patternOf(ours, undefined)) !== -1;
  return isHidden ? joined.replaceAll(secret, '…') : redacted;
}

/** Invisible characters at which web mail allows long words to break. */
export const noWidth = /[\u00ad\u200b\u2060\ufeff]/gu;

/** Matches tokens of reply addresses into which mail programs put a line break, but not lines of a patch. */
const brokenToken = /(?<=[\w-])(\+[0-9a-f]{0,31})=?\r?\n[ \t>]{0,20}([0-9a-f]{1,32})(?![0-9a-z])/giu;
/** The length of a token with its plus sign. */
const tokenLength = 33;

/** The text with such tokens joined. */
export function withWholeTokens(text: string): string {
  return text.replaceAll(brokenToken, (found, start: string, end: string) =>
    start.length + end.length === tokenLength ? start + end : found,
  );
}

/** The pattern of what `redact` replaces, for use on many texts. */
export function patternOf({ publicUrl, replyTo }: Ours, sender: string | undefined): RegExp {
  const secrets = [
    `${encoded(`${publicUrl}/unsubscribe?`)}${rest}`,
    `unsubscribe${encoded('?user=')}${rest}`,
    // The rest of a link that a line break has cut.
    `(?<![\\w-])signature=[\\w-]{43}(?![\\w-])`,
  ];
  // Tokens stay valid when the addresses change. In other addresses, the part before the `+` is not removed. A line
  // that begins with `+` may belong to a patch.
  const local = replyTo ? `${encoded(replyTo.local)}|` : '';
  const domain = replyTo ? `(?:${encoded(`@${replyTo.domain}`)})?` : '';
  secrets.push(`(?:${local}(?<=[^ \\t\\r\\n]))${encoded('+')}[0-9a-f]{32}(?![0-9a-f])${domain}`);
  // The sender's address is not matched within a longer address.
  if (sender !== undefined && sender.length <= maxAddress)
    secrets.push(`(?:(?<![\\w.+-])|(?<=[%=-][0-9a-f]{2}))${encoded(sender)}(?!\\w|-(?![0-9a-f]{2}))`);
  return new RegExp(secrets.join('|'), 'giu');
}

/** HTML's names for the special characters of an address. */
const entities = new Map([
  ['+', '&plus;'],
  ['@', '&commat;'],
]);

/** A pattern of the text, plain or encoded in a link, HTML, JSON or quoted-printable text. */
export function encoded(text: string): string {
  return Array.from(text.toWellFormed(), (character) => {
    if (/[a-z\d]/iu.test(character)) return character;
    const bytes = Buffer.from(character);
    const percent = Array.from(bytes, (byte) => `%(?:25){0,3}${hex(byte)}`).join('');
    if (bytes.length > 1) return `(?:${RegExp.escape(character)}|${percent})`;
    const [byte = 0] = bytes;
    const forms = [
      RegExp.escape(character),
      percent,
      `(?:[=*-]|\\\\u00|&#x0*)${hex(byte)};?`,
      `&#0*${byte};`,
    ];
    const name = entities.get(character);
    if (name !== undefined) forms.push(name);
    // Proofpoint uses `-2F` and `_`.
    if (character === '/') forms.push('_', '\\\\\\/');
    return `(?:${forms.join('|')})`;
  }).join('');
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
