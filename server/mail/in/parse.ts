import PostalMime, { type Attachment } from 'postal-mime';
import { maxFiles } from '#contract/conversation/file-field.ts';
import { charsetHint, decodeLine, decodeParameters, decodeText, decodeWords } from './charsets.ts';
import { htmlToText } from './html-text.ts';
import { type MailedFile, mailedFiles, withoutPictures } from './mailed-files.ts';
import type { MailPart } from './original.ts';
import { type MailHead, addressesOf, envelopeHeaders, headBytes, readHead } from './read-head.ts';

/** A parsed message. Addresses are in lower case. Nothing in it can be trusted. */
export interface ParsedMail extends MailHead {
  /** Every recipient address in its headers. */
  readonly recipients: readonly string[];
  /** Its plain text; if it has none, the text of its HTML. */
  readonly text: string;
  readonly files: readonly MailedFile[];
  /** Its texts as the message contains them, and all its other parts. */
  readonly parts: readonly MailPart[];
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };
/** The maximum number of parts of a message. */
const maxParts = 500;

/** The message has too many parts. */
export class TooManyParts extends Error {}

/** The maximum length of the text that is read: bugs and comments are much shorter. In UTF-16 code units. */
const maxMailText = 1_000_000;
/** The maximum size of a text part, in which styles and soft line breaks also count. In bytes. */
const maxTextBytes = 10_000_000;
/** The types of parts whose character set matters. */
const textTypes = new Set(['text/plain', 'text/html', 'text/calendar', 'application/ics']);

/** Reads a message as transferred. @throws TooManyParts; Error if it is not a message */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  if (hasMoreParts(raw, maxParts)) throw new TooManyParts(`It has more than ${maxParts} parts`);
  const parser = new Parser(limits, charsetHint(headBytes(raw).toString('latin1')));
  const mail = await parser.parse(raw).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.startsWith('Maximum MIME nesting depth')) throw error;
    throw new TooManyParts(`It has parts within more than ${limits.maxNestingDepth} others`);
  });
  const head = readHead(raw);
  const room = Math.max(0, maxFiles - mail.attachments.length);
  const files = [...mail.attachments, ...parser.pictures.slice(0, room)];
  return {
    ...head,
    recipients: [...addressesOf([...(mail.to ?? []), ...(mail.cc ?? [])]), ...envelopeOf(head.headers)],
    text: clean(parser.bodyText().slice(0, maxMailText)),
    files: mailedFiles(files, parser.bodyHtml()),
    parts: [...parser.texts(), ...files.map(partOf)],
  };
}

function partOf({ filename, mimeType, content }: Attachment): MailPart {
  const size = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  return { type: mimeType, name: filename ?? '', size };
}

/** The delivery addresses that mail servers state. */
function envelopeOf(headers: MailHead['headers']): string[] {
  return headers
    .filter(([key]) => envelopeHeaders.has(key))
    .flatMap(([, value]) => value.slice(0, 10_000).split(/[\s,<>;]+/u))
    .filter((word) => word.includes('@'))
    .map((word) => word.toLowerCase());
}

/** A part's texts as the parser collects them: the texts of alternatives are together. */
type TextEntry = Partial<Record<'plain' | 'html', readonly { readonly value: unknown }[]>>;

/** A part as the parser collects it. */
interface Part {
  readonly contentType: Structured;
  readonly contentDisposition: Structured;
  content: Uint8Array | ArrayBuffer | null;
}
interface Structured {
  readonly parsed: { value: string; readonly params: Record<string, string> };
}

/** The content of a part so far. */
interface Decoder {
  readonly chunks: (Uint8Array | string)[];
}

/** Internals of the library, whose version is pinned: tests fail if they are no longer called. */
interface Internals {
  readonly textMap: ReadonlyMap<object, TextEntry>;
  readonly currentNode: { readonly state: string; readonly contentDecoder: Decoder | null };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  collectNode(part: Part, alternative: unknown, related: unknown): Promise<void>;
}

const LibraryParser = PostalMime as unknown as new (options: typeof limits) => PostalMime & Internals;

/** The lines of a part that are collected before they are joined. */
const maxLines = 2_000;
/** The longest name of a file that is read, in UTF-16 units. */
const maxName = 2_000;

/**
 * The library's parser knows fewer character sets, and only by their correct names. It converts HTML to text in
 * quadratic time, even if a message also has plain text. This subclass passes UTF-8 to it, and skips the conversion.
 */
class Parser extends LibraryParser {
  /** The character set that the message suggests. */
  readonly #hint: string | undefined;
  #hasText = false;
  /** The content that is being read, and how many of its chunks are already joined. */
  #decoder: Decoder | undefined;
  #joined = 0;
  /** The pictures within HTML. */
  readonly pictures: Attachment[] = [];

  constructor(options: typeof limits, hint: string | undefined) {
    super(options);
    this.#hint = hint;
  }

  override processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const { state, contentDecoder: decoder } = this.currentNode;
    if (decoder) this.#joinLines(decoder);
    const isHeader = state === 'header';
    return super.processLine(isHeader ? utf8(decodeParameters(decodeLine(line, this.#hint))) : line, isFinal);
  }

  /** Joins the lines of parts that are not encoded: each takes a hundred times the memory and time of its bytes. */
  #joinLines(decoder: Decoder): void {
    if (decoder !== this.#decoder) [this.#decoder, this.#joined] = [decoder, 0];
    if (decoder.chunks.length - this.#joined < maxLines) return;
    const lines = decoder.chunks.splice(this.#joined);
    decoder.chunks.push(Buffer.concat(lines.map((line) => (typeof line === 'string' ? utf8(line) : line))));
    this.#joined += 1;
  }

  override collectNode(part: Part, alternative: unknown, related: unknown): Promise<void> {
    const { value: type, params } = part.contentType.parsed;
    const disposition = part.contentDisposition.parsed;
    const isText = part.content !== null && textTypes.has(type);
    // Some mail programs declare text files to be parts of the text.
    if (isText && this.#hasText && disposition.params['filename'] !== undefined)
      disposition.value = 'attachment';
    if (isText && disposition.value !== 'attachment') {
      const bytes = new Uint8Array(part.content ?? []).subarray(0, maxTextBytes);
      const hint = (type === 'text/html' ? labelIn(bytes) : undefined) ?? this.#hint;
      const decoded = decodeText(bytes, { label: params['charset'], hint });
      const text = type === 'text/html' ? withoutPictures(decoded, this.pictures) : decoded;
      part.content = utf8(/^flowed$/iu.test(params['format'] ?? '') ? unflowed(text, params['delsp']) : text);
      params['charset'] = 'utf-8';
      params['format'] = 'fixed';
      this.#hasText = true;
    }
    for (const [all, name] of [
      [disposition.params, 'filename'],
      [params, 'name'],
    ] as const)
      if (all[name] !== undefined) all[name] = decodeWords(all[name].slice(0, maxName));
    return super.collectNode(part, alternative, related);
  }

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
      if (html === undefined || text.length > longestPlaceholder) return text;
      const read = htmlToText(joined(html));
      return isPlaceholder(text, read) ? read : text;
    });
    return texts.join('\n');
  }

  /** The texts as the message contains them. */
  texts(): MailPart[] {
    const textsOf = (type: 'text/plain' | 'text/html', items: TextEntry['plain'] = []): MailPart[] =>
      items.flatMap(({ value }) => (typeof value === 'string' ? { type, text: value } : []));
    return Array.from(this.textMap.values(), ({ plain, html }) => [
      ...textsOf('text/plain', plain),
      ...textsOf('text/html', html),
    ]).flat();
  }

  /** The HTML of the message. */
  bodyHtml(): string {
    const parts = Array.from(this.textMap.values(), ({ html = [] }) => html).flat();
    return parts.map(({ value }) => (typeof value === 'string' ? value : '')).join('\n');
  }
}

/** Longer texts are not placeholders. In UTF-16 code units. */
const longestPlaceholder = 500;

/**
 * Whether the plain text is empty or only replaces the HTML beside it: it states that a program cannot show the HTML,
 * or where the pictures are. Takes linear time.
 */
function isPlaceholder(text: string, html: string): boolean {
  const [words, ofHtml] = [wordsOf(text), wordsOf(html)];
  if (words.length === 0 || ofHtml.length === 0) return ofHtml.length > 0 || text.trim() === '';
  // A short text is not the beginning of the HTML if that begins with a banner.
  const isRepeated =
    words.length < 4
      ? words.every((word) => ofHtml.includes(word))
      : isHalfIn(pairsOf(words), pairsOf(ofHtml));
  return !isRepeated && (html.length >= text.length || /\bhtml\b/iu.test(text));
}

/** The words of a text. In scripts without spaces, each letter is a word. */
const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+/gu) ??
  [];

/** Each word with the one before it. */
const pairsOf = (words: readonly string[]) => words.map((word, at) => `${words[at - 1] ?? ''} ${word}`);

function isHalfIn(some: readonly string[], all: readonly string[]): boolean {
  const known = new Set(all);
  return some.filter((one) => known.has(one)).length * 2 >= some.length;
}

/** Joins the lines that a mail program has broken (RFC 3676); quotes stay quotes. */
function unflowed(text: string, delSp = ''): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  let [depth, isOpen] = [0, false];
  const finish = () => {
    if (paragraph.length > 0) lines.push(`${'>'.repeat(depth)}${depth > 0 ? ' ' : ''}${paragraph.join('')}`);
    paragraph = [];
  };
  for (const line of text.split(/\r?\n/u)) {
    const quotes = /^>*/u.exec(line)?.[0].length ?? 0;
    const content = line.slice(quotes).replace(/^ /u, '');
    if (!isOpen || quotes !== depth) finish();
    depth = quotes;
    isOpen = content.endsWith(' ') && content !== '-- ';
    paragraph.push(isOpen && /^yes$/iu.test(delSp) ? content.slice(0, -1) : content);
  }
  finish();
  return lines.join('\n');
}

const utf8 = (text: string) => new TextEncoder().encode(text);

/** The label of the character set within HTML. */
function labelIn(html: Uint8Array): string | undefined {
  const start = Buffer.from(html.buffer, html.byteOffset, Math.min(html.byteLength, 4_000)).toString(
    'latin1',
  );
  return /<meta[^>]{1,200}?charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/iu.exec(start)?.[1];
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

/**
 * The boundaries that a message declares. `isContinued` means that one is split (RFC 2231), which mail programs do not
 * do.
 */
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

/** Removes characters that cannot be stored. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
