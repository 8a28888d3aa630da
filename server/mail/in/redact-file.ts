import type { MailedFile } from './mailed-files.ts';
import { type Ours, patternOf } from './redact.ts';

/** Contents nested deeper than this are not examined. */
const maxDepth = 4;
/** Shorter lines do not start a base64 block. */
const minEncodedLine = 16;

const messageTypes = /^(?:message\/|text\/rfc822-headers$)/u;
const messageNames = /\.(?:eml|emlx|msg|mbox|mht)$/iu;
const ourHeader = /^[ \t>]*x-katydid-[a-z-]+:/imu;
const manyHeaders = /^(?:>?From [^\n]*\n)?(?:[a-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){3}/iu;

/**
 * The file without what `redact` removes from a text. Undefined if the file is left out: a message that contains a
 * secret or is ours, or a file with a secret that cannot be replaced. Compressed contents are not examined.
 */
export function redactFile(file: MailedFile, ours: Ours, sender: string | undefined): MailedFile | undefined {
  const name = file.name.replaceAll(patternOf(ours, sender), '…');
  const secret = patternOf(ours, undefined);
  const has = (view: string) => view.search(secret) !== -1;
  const bytes = Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength);
  const views = [...viewsOf(bytes)];
  const isMessage =
    messageTypes.test(file.type) || messageNames.test(file.name) || manyHeaders.test(views[0] ?? '');
  if (isMessage && views.some((view) => has(view) || ourHeader.test(view))) return undefined;
  const text = textOf(bytes);
  if (!text) return views.some(has) ? undefined : { ...file, name };
  const hidden = patternOf(ours, sender);
  const redacted = text.value.replaceAll(hidden, text.mark);
  const content = redacted === text.value ? bytes : text.encode(redacted);
  const left = content === bytes ? views : viewsOf(content);
  for (const view of left) if (view.search(hidden) !== -1) return undefined;
  return { ...file, name, content };
}

interface Text {
  readonly value: string;
  /** The replacement for removed text. */
  readonly mark: string;
  encode(text: string): Buffer;
}

/** The content as text, in its encoding; undefined if it is not text. */
function textOf(bytes: Buffer): Text | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { value: bytes.toString('utf16le'), mark: '…', encode: (text) => Buffer.from(text, 'utf16le') };
  if (first === 0xfe && second === 0xff && bytes.length % 2 === 0)
    return {
      value: Buffer.from(bytes).swap16().toString('utf16le'),
      mark: '…',
      encode: (text) => Buffer.from(text, 'utf16le').swap16(),
    };
  if (bytes.includes(0)) return undefined;
  try {
    const value = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { value, mark: '…', encode: (text) => Buffer.from(text) };
  } catch {
    // Latin-1 preserves every byte, so the rest of a file in another encoding stays intact.
    return { value: bytes.toString('latin1'), mark: '...', encode: (text) => Buffer.from(text, 'latin1') };
  }
}

/**
 * Views of the content in which an ASCII search finds secrets: the content itself, without the zeros of UTF-16; the
 * content with folded or quoted lines joined (calendars fold lines); and its quoted-printable and base64 parts decoded,
 * as in a nested message. Takes linear time.
 */
export function* viewsOf(bytes: Buffer, depth = 0): Generator<string> {
  const text = (bytes.includes(0) ? withoutZeros(bytes) : bytes).toString('latin1');
  yield text;
  if (/\n[ \t>]/u.test(text)) yield unfolded(text);
  if (/=(?:\r?\n|[0-9a-f]{2})/iu.test(text)) yield fromQuotedPrintable(text);
  if (/=[ \t]{0,3}\r?\n[ \t>]/u.test(text)) yield fromQuotedPrintable(text, { isQuoted: true });
  if (depth < maxDepth) for (const inner of encodedIn(text)) yield* viewsOf(inner, depth + 1);
}

// Loops over bytes: with many matches, `replaceAll` would need many times the memory of the text.

function withoutZeros(bytes: Buffer): Buffer {
  const kept = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (const byte of bytes)
    if (byte !== 0) {
      kept[length] = byte;
      length += 1;
    }
  return kept.subarray(0, length);
}

/** The text without line breaks before white space and quote marks, and without that white space and these marks. */
function unfolded(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const end = bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? at + 1 : at;
    const next = bytes[end] === 0x0a ? marksEnd(bytes, end + 1) : end + 1;
    if (next > end + 1) {
      at = next - 1;
      continue;
    }
    bytes[length] = bytes[at] ?? 0;
    length += 1;
  }
  return bytes.toString('latin1', 0, length);
}

/** The end of the white space and quote marks at the beginning of a line. */
function marksEnd(bytes: Buffer, start: number): number {
  let end = start;
  while (bytes[end] === 0x20 || bytes[end] === 0x09 || bytes[end] === 0x3e) end += 1;
  return end;
}

/**
 * Decodes quoted-printable text. `isQuoted` means that lines begin with quote marks, which are not part of the text.
 */
function fromQuotedPrintable(text: string, { isQuoted = false } = {}): string {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === equalsSign) {
      const end = lineEndAfter(bytes, at);
      const code = 16 * digit(bytes[at + 1]) + digit(bytes[at + 2]);
      if (end !== undefined) {
        at = isQuoted ? marksEnd(bytes, end + 1) - 1 : end;
        continue;
      }
      if (!Number.isNaN(code)) {
        byte = code;
        at += 2;
      }
    }
    bytes[length] = byte;
    length += 1;
  }
  return bytes.toString('latin1', 0, length);
}

const equalsSign = 0x3d;

/** The end of a soft line break, which may have white space after its equals sign. */
function lineEndAfter(bytes: Buffer, at: number): number | undefined {
  let end = at + 1;
  while (end < at + 4 && (bytes[end] === 0x20 || bytes[end] === 0x09)) end += 1;
  if (bytes[end] === 0x0d) end += 1;
  return bytes[end] === 0x0a ? end : undefined;
}

/** The value of a hexadecimal digit, or NaN. */
function digit(byte = 0): number {
  const value = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
  return value === -1 ? Number.NaN : value;
}

/** The contents of blocks of base64. */
function* encodedIn(text: string): Generator<Buffer> {
  let block: string[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const isShort = end - start < minEncodedLine;
    const line = isShort && block.length === 0 ? '' : text.slice(start, end);
    start = end + 1;
    const [, encoded = ''] = /^[ \t>]{0,20}([A-Za-z0-9+/]+={0,2})\s*$/u.exec(line) ?? [];
    if (encoded.length >= minEncodedLine || (encoded !== '' && block.length > 0)) block.push(encoded);
    if (block.length === 0 || (encoded.length >= minEncodedLine && !encoded.endsWith('='))) continue;
    yield Buffer.from(block.join(''), 'base64');
    block = [];
  }
  if (block.length > 0) yield Buffer.from(block.join(''), 'base64');
}
