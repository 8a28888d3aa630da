import PostalMime, { type Address, type Attachment, addressParser } from 'postal-mime';

/** A file that came with a message. */
export interface MailedFile {
  readonly name: string | undefined;
  readonly content: Uint8Array;
}

/** The parsed parts of a message. Addresses are in lower case; nothing of it can be trusted. */
export interface ParsedMail {
  readonly messageId: string | undefined;
  /** The address of the one sender; undefined where there is none, or several. */
  readonly from: string | undefined;
  /** Every address that it was sent to, by its headers. */
  readonly recipients: readonly string[];
  readonly subject: string;
  /** Its plain text; of a message that has none, the text of its HTML. */
  readonly text: string;
  readonly files: readonly MailedFile[];
  /** By their names in lower case, in the order of the message. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };

/** More text than this is not read: what a message may become is much shorter. In UTF-16 units. */
const maxMailText = 1_000_000;
/** Images below this size that stand within the HTML are logos and icons. In bytes. */
const minInlineImage = 10 * 1024;

/** Parts that are about the message, and not in it. */
const technical = new Set([
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'message/delivery-status',
  'text/rfc822-headers',
]);

/** Reads a message as it was transferred. @throws Error where it is not one, or exceeds a limit */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw, limits);
  const headers = mail.headers.map(({ key, value }) => [key, value] as const);
  // The parser takes the first one where there are several.
  const from = headers
    .filter(([key]) => key === 'from')
    .flatMap(([, value]) => addressesOf(addressParser(value)));
  return {
    messageId: mail.messageId?.trim().slice(0, 1_000),
    from: from.length === 1 ? from[0] : undefined,
    recipients: [...addressesOf([...(mail.to ?? []), ...(mail.cc ?? [])]), ...envelopeOf(headers)],
    subject: (mail.subject ?? '').trim(),
    text: clean(await textOf(mail)),
    files: mail.attachments.filter(isFile).map(({ filename, content }) => ({
      name: filename ?? undefined,
      content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
    headers,
  };
}

function addressesOf(addresses: readonly Address[]): string[] {
  return addresses
    .flatMap((each) => each.group ?? each)
    .flatMap(({ address }) => (address === undefined || address === '' ? [] : address.toLowerCase()));
}

const envelopeHeaders = new Set([
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'resent-to',
]);

/** The addresses to which mail servers say they delivered it. */
function envelopeOf(headers: ParsedMail['headers']): string[] {
  return headers
    .filter(([key]) => envelopeHeaders.has(key))
    .flatMap(([, value]) => value.slice(0, 10_000).split(/[\s,<>;]+/u))
    .filter((word) => word.includes('@'))
    .map((word) => word.toLowerCase());
}

function isFile({ mimeType, related, content }: Attachment): boolean {
  const size = typeof content === 'string' ? content.length : content.byteLength;
  if (size === 0 || technical.has(mimeType)) return false;
  return !(related === true && mimeType.startsWith('image/') && size < minInlineImage);
}

async function textOf({
  text,
  html,
}: {
  text?: string | undefined;
  html?: string | undefined;
}): Promise<string> {
  if (text !== undefined && text.trim() !== '') return text.slice(0, maxMailText);
  return html === undefined ? '' : htmlToText(html.slice(0, maxMailText));
}

/** The parser writes HTML as text only in a message that has plain text as well: so it gets such a one. */
async function htmlToText(html: string): Promise<string> {
  const boundary = 'katydid-text-of-html';
  const part = (type: string, body: string) =>
    `--${boundary}\r\ncontent-type: text/${type}; charset=utf-8\r\ncontent-transfer-encoding: base64\r\n\r\n${body}\r\n`;
  const encoded = Buffer.from(withoutElements(html)).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const message = `content-type: multipart/mixed; boundary=${boundary}\r\n\r\n${part('plain', '')}${part('html', encoded)}--${boundary}--\r\n`;
  const { text = '' } = await PostalMime.parse(message, limits);
  return text;
}

/** Without styles and scripts, which are no text. */
function withoutElements(html: string): string {
  const lower = html.toLowerCase();
  let [kept, from] = ['', 0];
  for (const { 0: start, 1: name, index } of lower.matchAll(/<(style|script|title)\b/gu)) {
    if (index < from) continue;
    const end = lower.indexOf(`</${name}`, index + start.length);
    kept += html.slice(from, index);
    from = end === -1 ? html.length : end;
  }
  return kept + html.slice(from);
}

/** Without characters that cannot be stored. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
