import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** What the message states about the character set of a text. None of it can be trusted. */
interface Stated {
  /** The label of the text itself. */
  readonly label?: string | undefined;
  /** The label that the message suggests: see `charsetHint`. */
  readonly hint?: string | undefined;
}

/**
 * Decodes text from a message: by its label, if the bytes are valid in that character set; else as UTF-8, as the
 * message or the text itself suggests, or as windows-1252, in which each byte is a character. Takes linear time.
 */
export function decodeText(bytes: Uint8Array, { label, hint }: Stated = {}): string {
  const stated = decoderOf(label)?.(bytes);
  if (stated?.includes(lost) === false) return stated;
  if (isUtf8(bytes)) return isShiftedJapanese(bytes) ? shiftedJapanese.decode(bytes) : utf8.decode(bytes);
  const repaired = damagedUtf8(bytes);
  if (repaired !== undefined) return repaired;
  if (stated !== undefined && isMostlySound(stated)) return stated;
  const suggested = decoderOf(hint)?.(bytes);
  return suggested?.includes(lost) === false ? suggested : (guessed(bytes) ?? windows1252(bytes));
}

/**
 * Decodes a line of a header, which remains a single line: no character set that is used here can add or remove a line
 * break.
 */
export function decodeLine(line: Uint8Array, hint: string | undefined): string {
  // A byte order mark is not removed: without it, a line that is not a header would become one.
  if (isUtf8(line) && !isShiftedJapanese(line)) return Buffer.from(line).toString('utf8');
  return decodeText(line, { hint }).replaceAll(/[\r\n]/gu, ' ');
}

/** The label of a character set that is stated elsewhere in a header, or of the usual one for the header's language. */
export function charsetHint(head: string): string | undefined {
  const [, word] = /=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?[bq]\?/iu.exec(head) ?? [];
  const [, label] = /\bcharset=\s?"?([\w.:-]{1,40})/iu.exec(head) ?? [];
  const [, language = ''] = /^content-language:[ \t]?([a-z]{2,3}(?:-[a-z]{2,4})?)/imu.exec(head) ?? [];
  const usual = languages[language.toLowerCase()] ?? languages[language.slice(0, 2).toLowerCase()];
  return (
    [word, label].find((each) => each !== undefined && !says.nothing.test(each) && !/^utf/iu.test(each)) ??
    usual
  );
}

/** Decodes the encoded words of a header (RFC 2047). */
export function decodeWords(text: string): string {
  const pattern = /=\?([^?\s]{1,60})\?([bq])\?([^?]*)\?=/giu;
  let [decoded, end] = ['', 0];
  let words: { label: string; bytes: Buffer[] } | undefined;
  const finish = () => {
    if (words) decoded += decodeText(Buffer.concat(words.bytes), words);
    words = undefined;
  };
  for (const { 0: all, 1: charset = '', 2: encoding = '', 3: content = '', index } of text.matchAll(
    pattern,
  )) {
    const between = text.slice(end, index);
    // RFC 2231 allows a language after the charset.
    const label = charset.replace(/\*.*$/u, '').toLowerCase();
    // White space between two words is folding, and a character may be split between them.
    const isNext = words !== undefined && between.trim() === '';
    if (!isNext || words?.label !== label) finish();
    if (!isNext) decoded += between;
    words ??= { label, bytes: [] };
    words.bytes.push(
      /b/iu.test(encoding) ? Buffer.from(content, 'base64') : unescaped(content.replaceAll('_', ' '), '='),
    );
    end = index + all.length;
  }
  finish();
  return decoded + text.slice(end);
}

/**
 * Converts the parameters (RFC 2231) in a line of a header to UTF-8 from any character set. Parameters in several
 * pieces are not converted, because a character may be split between the pieces.
 */
export function decodeParameters(line: string): string {
  return line.replaceAll(
    /(?<!\*\d{1,3})\*=([\w.:-]{1,40})'([\w-]{0,20})'([^\s;"]+)/gu,
    (_, label: string, language, value: string) => {
      const text = decodeText(unescaped(value, '%'), { label });
      return `*=utf-8'${language}'${encodeURIComponent(text.toWellFormed())}`;
    },
  );
}

/** The bytes of a text in which some bytes are written as a sign and two digits. */
function unescaped(text: string, sign: '=' | '%'): Buffer {
  const bytes = Buffer.from(text).toString('latin1');
  const byte = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return Buffer.from(bytes.replaceAll(new RegExp(`${sign}([\\da-f]{2})`, 'giu'), byte), 'latin1');
}

/** The replacement for bytes that are not a character. */
const lost = '\ufffd';

const says = {
  /** Labels that state nothing about bytes above 127. */
  nothing:
    /^(?:us-?ascii|ascii|ansi_x3\.4.*|646|cp367|iso-?646.*|x-?unknown|unknown.*|[78]bit|binary|default|none|base64|hex|utf-?7-?imap|x-user-defined)$/iu,
  utf8: /^utf[-_ ]?8/iu,
};

type Decoder = (bytes: Uint8Array) => string;

/** The decoder for a label, which may be misspelt; undefined if the label states nothing. */
function decoderOf(stated = ''): Decoder | undefined {
  const label = stated.toLowerCase().replaceAll(/^[\s"';,]+|[\s"';,].*$/gsu, '');
  if (label === '' || says.nothing.test(label)) return undefined;
  if (says.utf8.test(label)) return (bytes) => utf8.decode(bytes);
  for (const [misnomer, name] of misnomers)
    if (misnomer.test(label)) return name === 'iso-2022-jp' ? webDecoder(name) : tableDecoder(name);
  const bare = label.replace(/^x-/u, '');
  const page = /\D0*(\d{3,5})$/u.exec(label)?.[1];
  return tableDecoder(label) ?? tableDecoder(bare) ?? webDecoder(label) ?? tableDecoder(`cp${page}`);
}

/** Labels that are used for a larger character set than they name, or that the library does not know. */
const misnomers: readonly (readonly [RegExp, string])[] = [
  [/^(?:iso-?2022-?jp|cp5022)/u, 'iso-2022-jp'],
  [/^(?:x-)?(?:gb|chinese$)/u, 'gb18030'],
  [/(?:^|\D)utf-?7$/u, 'utf-7'],
  [/^x-mac-ce/u, 'maccenteuro'],
  [/^uhc$/u, 'cp949'],
];

const utf8 = new TextDecoder();
const shiftedJapanese = new TextDecoder('iso-2022-jp');

/** The characters of windows-1252 by their bytes. */
const latin = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, at) => at));

const windows1252: Decoder = (bytes) =>
  latin1(bytes).replaceAll(/[\x80-\x9f]/gu, (each) => latin[each.charCodeAt(0)] ?? '');

function tableDecoder(label: string): Decoder | undefined {
  if (!iconv.encodingExists(label)) return undefined;
  return (bytes) => withoutGaps(iconv.decode(bytes, label), bytes);
}

function webDecoder(label: string): Decoder | undefined {
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => withoutGaps(decoder.decode(bytes), bytes);
  } catch {
    return undefined;
  }
}

/**
 * Where a single-byte character set has no character, or a control character, mail programs mean the character of
 * windows-1252, such as quotes and dashes.
 */
function withoutGaps(text: string, bytes: Uint8Array): string {
  if (text.length !== bytes.length) return text;
  return text.replaceAll(/[\u0080-\u009f\ufffd]/gu, (_, at: number) => latin[bytes[at] ?? 0] ?? '');
}

function isMostlySound(text: string): boolean {
  const all = text.match(/[^\0-\u007f]/gu)?.length ?? 0;
  return (text.match(/\ufffd/gu)?.length ?? 0) * 10 <= all;
}

const isShiftedJapanese = (bytes: Uint8Array) =>
  bytes.includes(0x1b) && Buffer.from(bytes).includes('\u001b$');

/** Matches a character of more than one byte in UTF-8, or a byte that belongs to none. */
const sequences =
  /(?:[\xc2-\xdf]|\xe0(?=[\xa0-\xbf])[\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f]|\xf0(?=[\x90-\xbf])[\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{2}|\xf4[\x80-\x8f][\x80-\xbf])[\x80-\xbf]|[\x80-\xff]/gu;

/** Decodes UTF-8 with a few bytes that do not belong to it; undefined if most do not. */
function damagedUtf8(bytes: Uint8Array): string | undefined {
  let [characters, strays] = [0, 0];
  const text = latin1(bytes).replaceAll(sequences, (found) => {
    if (found.length > 1) characters += 1;
    else strays += 1;
    return found.length > 1
      ? Buffer.from(found, 'latin1').toString('utf8')
      : (latin[found.charCodeAt(0)] ?? '');
  });
  return strays <= characters ? text : undefined;
}

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** The usual character sets of languages that are not written in windows-1252. */
const languages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['be', 'bg', 'kk', 'mk', 'mn', 'ru', 'sr', 'tt', 'uk'].map((each) => [each, 'windows-1251']),
  ),
  ...Object.fromEntries(
    ['bs', 'cs', 'hr', 'hu', 'pl', 'ro', 'sk', 'sl', 'sq'].map((each) => [each, 'windows-1250']),
  ),
  ...Object.fromEntries(['et', 'lt', 'lv'].map((each) => [each, 'windows-1257'])),
  ...Object.fromEntries(['ar', 'fa', 'ur'].map((each) => [each, 'windows-1256'])),
  az: 'windows-1254',
  el: 'windows-1253',
  he: 'windows-1255',
  ja: 'shift_jis',
  ko: 'euc-kr',
  th: 'windows-874',
  tr: 'windows-1254',
  vi: 'windows-1258',
  zh: 'gb18030',
  'zh-hk': 'big5',
  'zh-tw': 'big5',
};

/** How much of a text is examined to guess its character set, in bytes. */
const sample = 20_000;

/** The most frequent letters of texts in a script of its own, by its character sets. */
const frequent: Readonly<Record<string, RegExp>> = {
  'windows-1251': /[аеиклнорствіў]/gu,
  'koi8-u': /[аеиклнорствіў]/gu,
  'windows-1253': /[αειοτσνηςκρπμ]/gu,
  'windows-1255': /[איוהלתמרבשנ]/gu,
  'windows-1256': /[اليمنوترب]/gu,
};

/** Decodes a text that states no character set, in the one that it must be in; undefined if that is not clear. */
function guessed(all: Uint8Array): string | undefined {
  const bytes = all.subarray(0, sample);
  const high = count(/[\x80-\xff]/gu, latin1(bytes));
  if (high < 4) return undefined;
  const charset = japaneseIn(bytes, high) ?? alphabetIn(bytes, high) ?? doubleBytesIn(bytes, high);
  return charset === undefined ? undefined : decoderOf(charset)?.(all);
}

function japaneseIn(bytes: Uint8Array, high: number): string | undefined {
  if (high < 8) return undefined;
  // Decoding other texts yields no kana.
  return ['shift_jis', 'euc-jp'].find(
    (charset) => count(/[ぁ-んァ-ヶ]/gu, inCharset(charset, bytes)) * 6 > high,
  );
}

function alphabetIn(bytes: Uint8Array, high: number): string | undefined {
  const text = latin1(bytes);
  // Words without an ASCII letter, which are rare in Latin scripts.
  const words = text.match(/(?<![a-z\x80-\xff])[\x80-\xff]{3,}(?![a-z\x80-\xff])/giu) ?? [];
  if (count(/[a-z][\x80-\xff]|[\x80-\xff][a-z]/giu, text) * 2 > words.length) return undefined;
  const letters = Buffer.from(words.join(''), 'latin1');
  const counts = Object.entries(frequent).map(
    ([charset, pattern]) => [count(pattern, inCharset(charset, letters)), charset] as const,
  );
  const [most = 0, charset] = counts.toSorted(([a], [b]) => b - a)[0] ?? [];
  return most >= 4 && most * 5 > high * 2 ? charset : undefined;
}

/** Detects Chinese or Korean with two bytes per character, of which the first shows how frequent the character is. */
function doubleBytesIn(bytes: Uint8Array, high: number): string | undefined {
  const text = latin1(bytes);
  if (high < 8 || !/^(?:[\0-\x7f]|[\xa1-\xfe]{2})*$/u.test(text)) return undefined;
  if (high >= 12 && count(/[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]/gu, text) * 2 === high) return 'euc-kr';
  return count(/[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]/gu, text) * 5 >= high * 2 ? 'gb18030' : undefined;
}

const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0;
const inCharset = (charset: string, bytes: Uint8Array) => decoderOf(charset)?.(bytes) ?? '';
