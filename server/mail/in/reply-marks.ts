import { forwardWords, headerWords, onWords, originalMessage, wroteWords } from './reply-words.ts';
import { withoutPrefixes } from './subject-prefixes.ts';

/**
 * The kind of a line: text, empty, part of a quote, `On … wrote:` above a quote (`above`), headers (possibly of a
 * forwarded message), the last two for a mail that is not ours and may be pasted (`foreign` and `foreign headers`), or
 * always dropped.
 */
export type Kind =
  | 'text'
  | 'empty'
  | 'quote'
  | 'above'
  | 'foreign'
  | 'foreign headers'
  | 'headers'
  | 'dropped';

/** What is known about the mail of ours that a message answers. */
export interface Answered {
  /** Texts that only our mails contain: our addresses and links. */
  readonly ours: readonly string[];
  /** The names from which we send. */
  readonly names: readonly string[];
  /** The name and the address of the person who answers. */
  readonly recipient: string;
  /** The subject of the answer. */
  readonly subject: string;
}

/** A line of a message. */
export interface Line {
  readonly text: string;
  /** Normalised for comparison: in lower case, without surrounding stars and rulers. */
  readonly bare: string;
  /** The kind of header that it begins with. */
  readonly header: string | undefined;
  /** Whether it is in a block of code. */
  readonly isCode?: boolean;
}

/**
 * Longer lines are text, because the lines that mail programs write above quotes are shorter. This bounds the work per
 * line.
 */
const maxMarkLength = 400;
/** The maximum number of lines over which mail programs fold the line above a quote. */
const maxFolded = 4;

export function readLine(text: string): Line {
  const bare = text.length > maxMarkLength ? '' : bareOf(text);
  return { text, bare, header: headerOf(bare) };
}

const edges = new Set(' \t*_|-');

function bareOf(line: string): string {
  // Digits of other scripts are only recognised as digits.
  const spaced = line
    .normalize('NFC')
    .replaceAll(/[\p{Zs}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .replaceAll(/(?![0-9])\p{Nd}/gu, '0')
    .replaceAll(/[’׳]/gu, "'");
  let [start, end] = [0, spaced.length];
  while (start < end && edges.has(spaced[start] ?? '')) start += 1;
  while (end > start && edges.has(spaced[end - 1] ?? '')) end -= 1;
  return spaced.slice(start, end).toLowerCase();
}

/** Colons, including the Armenian one. */
const colonPattern = /[:：։՝]/u;

const headerKinds = new Map(
  Object.entries(headerWords).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);

/** The header that a line begins with: `*From:* …`. */
function headerOf(bare: string): string | undefined {
  const colon = bare.slice(0, 30).search(colonPattern);
  return colon < 1 ? undefined : headerKinds.get(bare.slice(0, colon).replaceAll('*', '').trim());
}

/** Whether the line is only a ruler of at least this many characters. */
export function isRuler(line: Line | undefined, length: number): boolean {
  const text = line?.text.trim() ?? '';
  return text.length >= length && /^[-_=*—–]+$/u.test(text);
}

/** The kind of the next line that is not empty. */
export function nextKind(kinds: readonly Kind[], from: number): Kind | undefined {
  let at = from;
  while (kinds[at] === 'empty') at += 1;
  return kinds[at];
}

/** The number of lines of `-----Original Message-----` or a similar mark. */
export function originalLength(lines: readonly Line[], at: number): number {
  const { text = '', bare = '' } = lines[at] ?? {};
  const phrase = bare.replace(/:$/u, '').trim();
  if (forwardWords.includes(phrase)) return 1;
  if (!originalMessage.includes(phrase)) return 0;
  const isRuled = /^\s*[-_*]{2,}/u.test(text) || /[-_]{2,}$/u.test(text.trimEnd());
  return isRuled || headersLength(lines, at + 1) > 0 || headersLength(lines, at + 2) > 0 ? 1 : 0;
}

/** The number of lines of several consecutive headers, as Outlook writes them; the addresses may be folded. */
export function headersLength(lines: readonly Line[], at: number): number {
  let start = at;
  // A ruler above them belongs to them.
  while (start < at + 3 && (isRuler(lines[start], 5) || (start > at && lines[start]?.text.trim() === '')))
    start += 1;
  if (lines[start]?.header === undefined) return 0;
  const found = new Set<string>();
  let [end, folded] = [start, 0];
  for (let i = start; i < start + 14 && i < lines.length; i += 1) {
    const header = lines[i]?.header;
    if (header !== undefined) {
      found.add(header);
      [end, folded] = [i + 1, 0];
    } else if ((folded += 1) > 2) break;
  }
  return isHeaders(found, lines.slice(start, end), start > at) ? end - at : 0;
}

function isHeaders(found: ReadonlySet<string>, lines: readonly Line[], isRuled: boolean): boolean {
  const hasFrom = found.has('from');
  if (found.size >= 3) return hasFrom || (found.has('sent') && found.has('subject'));
  const isMail = lines.some(({ bare }) => /\S@\S|\d{4}/u.test(bare));
  return found.size === 2 && hasFrom && isMail && (isRuled || !found.has('to'));
}

const anyOf = (words: readonly string[]) => words.map((word) => RegExp.escape(word)).join('|');
// Chinese, Japanese and Korean have no spaces between words.
const wrote = new RegExp(
  `(?<!\\p{Letter})(?:${anyOf(wroteWords)})(?!\\p{Letter})|のメッセージ|のメール|写道|寫道|작성|เขียน|ຂຽນ|សរសេរ|ရေးသား|მა დაწერა`,
  'u',
);
const startsWithOn = new RegExp(`^(?:${anyOf(onWords)})(?:\\s|\\d|\\b)`, 'u');
const senderWrote = /^[^<]{1,80}<[^<>\s]+@[^<>\s]+>:?\s+(?:wrote|schrieb|a écrit|escribió|ha scritto)\s?:$/u;
const endsWithWrote = /(?:wrote|écrit|escribió|escreveu|scritto|kirjoitti|написал|yazdı)$/u;

const datePattern = /\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2}|\d{1,2}[.:h]\d{2}/u;
const wholeDate = /(?:19|20)\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2}/u;
const timePattern = /\d{1,2}[.:h]\d{2}/u;
const addressPattern = /[^\s<>@]@[^\s<>@]/u;
/** `2016-03-03 … <a@example.com>`, or Gmail's `2016-03-03 17:21 GMT+01:00 Name` */
const datedSender = /^\d{4}[-/].{4,120}<[^<>\s]+@[^<>\s]+>$|^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2} gmt[+-]\d{1,2}/u;

/** The number of lines of `On …, … wrote:` in its many forms. */
export function attributionLength(lines: readonly Line[], kinds: readonly Kind[], at: number): number {
  const first = lines[at]?.bare ?? '';
  if (![startsWithOn, datePattern, addressPattern, wrote].some((pattern) => pattern.test(first))) return 0;
  let joined = '';
  for (let n = 0; n < maxFolded && kinds[at + n] === 'text'; n += 1) {
    joined = `${joined} ${lines[at + n]?.bare ?? ''}`.trim();
    if (joined.length > maxMarkLength) return 0;
    const isAlone = kinds[at - 1] === 'empty' && kinds[at + n + 1] === 'empty';
    if (isAlone && datedSender.test(joined)) return n + 1;
    const isQuoted = nextKind(kinds, at + n + 1) === 'quote';
    const isRuled = lines[at + n]?.text.trimEnd().endsWith('--') ?? false;
    if (isAttribution(joined, { isQuoted, isRuled })) return n + 1;
  }
  return 0;
}

/** Whether a line introduces a quote. `isQuoted`: a quote follows. `isRuled`: the line ends with a ruler. */
function isAttribution(
  line: string,
  { isQuoted, isRuled }: { isQuoted: boolean; isRuled: boolean },
): boolean {
  const hasColon = /[:：]$/u.test(line);
  if (!hasColon && !endsWithWrote.test(line)) return false;
  const hasAddress = addressPattern.test(line);
  if (!wrote.test(line)) return hasColon && hasAddress && (timePattern.test(line) || wholeDate.test(line));
  if (senderWrote.test(line)) return true;
  const isMarked = hasColon || hasAddress;
  if (isQuoted) return isMarked || datePattern.test(line);
  // Without a quote below, the line must be unmistakable, because everything below it is dropped.
  return isUnmistakable(line) && (isMarked || isRuled);
}

function isUnmistakable(line: string): boolean {
  if (wholeDate.test(line)) return true;
  return addressPattern.test(line) && (datePattern.test(line) || startsWithOn.test(line));
}

/** Whether a text names us, as `On … Ada (Katydid) <bugs@example.com> wrote:` above a quote of our mail does. */
export function namesUs(text: string, { ours, names }: Answered): boolean {
  return includesOne(text, ours) || includesOne(text, names);
}

/** Whether the text contains one of these marks, in any case. Marks of up to two characters are ignored. */
export function includesOne(text: string, marks: readonly string[]): boolean {
  const low = text.toLowerCase();
  return marks.some((mark) => mark.length > 2 && low.includes(mark.toLowerCase()));
}

/** `[#42]`, which the subjects of our mails begin with. */
const numberPattern = /\[#\d+\]/u;

function isSubject(text: string, { subject }: Answered): boolean {
  const plain = (line: string) =>
    withoutPrefixes(line.slice(0, maxMarkLength)).replace(numberPattern, '').trim().toLowerCase();
  return numberPattern.test(text) || (text.trim() !== '' && plain(text) === plain(subject));
}

/**
 * Whether copied headers are those of the mail that is answered: our sender, or the subject of the answer. Without a
 * subject, it suffices that it was sent to the person who answers, or that there is a mark such as
 * `-----Original Message-----`. Other headers may be pasted.
 */
export function areAnswered(lines: readonly Line[], at: number, answered: Answered): boolean {
  const values = new Map<string, string>();
  let kind: string | undefined;
  for (const { text, bare, header } of lines.slice(at, at + 14)) {
    if (kind !== undefined && text.trim() === '') break;
    kind = header ?? kind;
    if (kind === undefined) continue;
    const value = header === undefined ? bare : bare.slice(bare.search(colonPattern) + 1);
    values.set(kind, `${values.get(kind) ?? ''} ${value.trim()}`.trim());
  }
  if (namesUs(values.get('from') ?? '', answered)) return true;
  const subject = values.get('subject');
  if (subject !== undefined) return isSubject(subject, answered);
  return originalLength(lines, at) > 0 || isRecipient(values.get('to') ?? '', answered);
}

function isRecipient(text: string, { recipient }: Answered): boolean {
  const words = (line: string) => line.toLowerCase().match(/[\p{Letter}\p{Mark}\p{Number}@.+_-]{2,}/gu) ?? [];
  const known = new Set(words(recipient));
  return words(text).some((word) => known.has(word));
}

/**
 * The number of lines of headers in an unknown language: several lines with labels, of which one has the subject of the
 * answered mail, and another names us or the person who answers.
 */
export function unknownHeadersLength(lines: readonly Line[], at: number, answered: Answered): number {
  let end = at;
  let [hasSubject, hasUs] = [false, false];
  for (; end < at + 8; end += 1) {
    const { bare = '' } = lines[end] ?? {};
    const colon = bare.slice(0, 40).search(colonPattern);
    if (colon < 1) break;
    const value = bare.slice(colon + 1).trim();
    hasSubject ||= isSubject(value, answered);
    hasUs ||= namesUs(value, answered) || isRecipient(value, answered);
  }
  return end - at > 2 && hasSubject && hasUs ? end - at : 0;
}

/**
 * The number of lines of an introduction in an unknown language: our address and a date or time, directly above a
 * quote.
 */
export function unknownAttributionLength(
  lines: readonly Line[],
  kinds: readonly Kind[],
  at: number,
  answered: Answered,
): number {
  if (kinds[at - 1] === 'text') return 0;
  let joined = '';
  for (let n = 0; n < 2 && kinds[at + n] === 'text'; n += 1) {
    joined = `${joined} ${lines[at + n]?.bare ?? ''}`;
    if (nextKind(kinds, at + n + 1) !== 'quote') continue;
    const isDated = wholeDate.test(joined) || timePattern.test(joined);
    return isDated && includesOne(joined, answered.ours) ? n + 1 : 0;
  }
  return 0;
}
