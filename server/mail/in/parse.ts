import PostalMime from 'postal-mime';
import { htmlToText } from './html-text.ts';
import { type MailedFile, mailedFiles } from './mailed-files.ts';
import { type MailHead, addressesOf, envelopeHeaders, readHead } from './read-head.ts';

/** A parsed message. Addresses are in lower case; nothing in it can be trusted. */
export interface ParsedMail extends MailHead {
  /** Every recipient address in its headers. */
  readonly recipients: readonly string[];
  /** Its plain text; if it has none, the text of its HTML. */
  readonly text: string;
  readonly files: readonly MailedFile[];
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };
/** The maximum number of parts of a message. */
const maxParts = 500;

/** The message has too many parts. */
export class TooManyParts extends Error {}

/** The maximum of text that is read: what a message can become is much shorter. In UTF-16 units. */
const maxMailText = 1_000_000;

/** Reads a message as transferred. @throws TooManyParts; Error if it is not a message */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  if (hasMoreParts(raw, maxParts)) throw new TooManyParts(`It has more than ${maxParts} parts`);
  const parser = new Parser(limits);
  const mail = await parser.parse(raw).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.startsWith('Maximum MIME nesting depth')) throw error;
    throw new TooManyParts(`It has parts within more than ${limits.maxNestingDepth} others`);
  });
  const head = readHead(raw);
  return {
    ...head,
    recipients: [...addressesOf([...(mail.to ?? []), ...(mail.cc ?? [])]), ...envelopeOf(head.headers)],
    text: clean(parser.bodyText().slice(0, maxMailText)),
    files: mailedFiles(mail.attachments, parser.bodyHtml()),
  };
}

/** The delivery addresses that mail servers state. */
function envelopeOf(headers: MailHead['headers']): string[] {
  return headers
    .filter(([key]) => envelopeHeaders.has(key))
    .flatMap(([, value]) => value.slice(0, 10_000).split(/[\s,<>;]+/u))
    .filter((word) => word.includes('@'))
    .map((word) => word.toLowerCase());
}

/** A part's texts as the parser collects them: those of an alternative together. */
type TextEntry = Partial<Record<'plain' | 'html', readonly { readonly value: unknown }[]>>;

/**
 * The parser itself converts HTML to text if a message also has plain text, in quadratic time. This subclass skips
 * that. The overridden members are internals of the library, whose version is pinned: tests fail if they are no longer
 * called.
 */
class Parser extends PostalMime {
  declare readonly textMap: ReadonlyMap<object, TextEntry>;

  renderTextContent(): void {}

  /** The text of the message: for each part its plain text, or else the text of its HTML. */
  bodyText(): string {
    let left = maxMailText;
    const joined = (items: TextEntry['plain'] = []) => {
      const text = items.map(({ value }) => (typeof value === 'string' ? value : '')).join('\n');
      left -= text.length;
      return text.slice(0, Math.max(text.length + Math.min(left, 0), 0));
    };
    const texts = Array.from(this.textMap.values(), ({ plain, html }) => {
      const text = joined(plain);
      return text.trim() === '' ? htmlToText(joined(html)) : text;
    });
    return texts.join('\n');
  }

  /** The HTML of the message. */
  bodyHtml(): string {
    const parts = Array.from(this.textMap.values(), ({ html = [] }) => html).flat();
    return parts.map(({ value }) => (typeof value === 'string' ? value : '')).join('\n');
  }
}

/** Whether more than `max` lines of the message begin a part of one of its multiparts. */
function hasMoreParts(raw: Uint8Array, max: number): boolean {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const { boundaries, isContinued } = boundariesIn(bytes.toString('latin1'));
  if (boundaries.size === 0) return false;
  let count = 0;
  for (let at = bytes.indexOf('--'); at !== -1 && count <= max; at = bytes.indexOf('\n--', at)) {
    const start = bytes[at] === newline ? at + 3 : at + 2;
    const line = bytes.toString('latin1', start, start + maxBoundary + 1);
    const boundary = line.split(/[\r\n]/u, 1)[0]?.trimEnd() ?? '';
    if (isContinued || boundaries.has(boundary)) count += 1;
    at = start;
  }
  return count > max;
}

const newline = 0x0a;
/** RFC 2046 allows 70 characters. */
const maxBoundary = 200;

/** The boundaries that a message declares. `isContinued`: one is split (RFC 2231), which mail programs do not do. */
function boundariesIn(message: string): { boundaries: ReadonlySet<string>; isContinued: boolean } {
  const boundaries = new Set<string>();
  let isContinued = false;
  const pattern = /boundary\s{0,10}(\*[\d*]{0,5})?=\s{0,10}(?:"([^"\r\n]{1,200})|([^\s";]{1,200}))/giu;
  for (const [, piece, quoted, bare = ''] of message.matchAll(pattern)) {
    boundaries.add((quoted ?? bare).trimEnd());
    isContinued ||= piece !== undefined;
  }
  return { boundaries, isContinued };
}

/** Without characters that cannot be stored. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
