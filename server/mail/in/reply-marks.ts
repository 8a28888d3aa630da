import { type Kind, type Line, isRuler, maxMarkLength, nextKind } from './reply-lines.ts';
import { forwardWords, onWords, originalMessage, wroteWords } from './reply-words.ts';

/** The maximum number of lines over which mail programs fold the line above a quote. */
const maxFolded = 4;

/** `-----Original Message-----` and its like. */
export function originalLength(lines: readonly Line[], at: number): number {
  const { text = '', bare = '' } = lines[at] ?? {};
  const phrase = bare.replace(/:$/u, '').trim();
  if (originalMessage.includes(phrase)) {
    const isRuled = /^\s*[-_*]{2,}/u.test(text) || /[-_]{2,}$/u.test(text.trimEnd());
    if (isRuled || headersLength(lines, at + 1) > 0 || headersLength(lines, at + 2) > 0) return 1;
  }
  return forwardWords.includes(phrase) ? 1 : 0;
}

/** Several headers in a row, as written by Outlook; the addresses may be folded. */
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

const isWrote = wordPattern(wroteWords);
const startsWithOn = new RegExp(`^(?:${onWords.map(escaped).join('|')})(?:\\s|\\d|\\b)`, 'u');

function escaped(word: string): string {
  return word.replaceAll(/[()[\]/.+*?^$|{}\\]/gu, String.raw`\$&`);
}

function wordPattern(words: readonly string[]): RegExp {
  return new RegExp(
    `(?<!\\p{Letter})(?:${words.map(escaped).join('|')})(?!\\p{Letter})|のメッセージ|写道|寫道|작성`,
    'u',
  );
}

const datePattern = /\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2}|\d{1,2}[.:h]\d{2}/u;
const wholeDate = /(?:19|20)\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2}/u;
const datedSender = /^\d{4}[-/].{4,120}<[^<>\s]+@[^<>\s]+>$/u;
const senderWrote = /^[^<]{1,80}<[^<>\s]+@[^<>\s]+>:?\s+(?:wrote|schrieb|a écrit|escribió|ha scritto)\s?:$/u;
const endsWithWrote = /(?:wrote|écrit|escribió|escreveu|scritto|kirjoitti|написал|yazdı)$/u;
const timePattern = /\d{1,2}[.:h]\d{2}/u;
/** `2016-03-03 17:21 GMT+01:00 Name` */
const gmailPattern = /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2} gmt[+-]\d{1,2}/u;
const addressPattern = /[^\s<>@]@[^\s<>@]/u;

/** `On …, … wrote:` in its many forms, over several lines. */
export function attributionLength(lines: readonly Line[], kinds: readonly Kind[], at: number): number {
  const first = lines[at]?.bare ?? '';
  if (first === '' || !mayStart(first)) return 0;
  let joined = '';
  for (let n = 0; n < maxFolded && kinds[at + n] === 'text'; n += 1) {
    joined = `${joined} ${lines[at + n]?.bare ?? ''}`.trim();
    if (joined.length > maxMarkLength) return 0;
    const isQuoted = nextKind(kinds, at + n + 1) === 'quote';
    const isRuled = lines[at + n]?.text.trimEnd().endsWith('--') ?? false;
    const isAlone = kinds[at - 1] === 'empty' && kinds[at + n + 1] === 'empty';
    if (isAttribution(joined, { isQuoted, isRuled, isAlone })) return n + 1;
  }
  return 0;
}

function mayStart(line: string): boolean {
  return startsWithOn.test(line) || datePattern.test(line) || addressPattern.test(line) || isWrote.test(line);
}

interface Place {
  /** A quote follows. */
  readonly isQuoted: boolean;
  readonly isRuled: boolean;
  /** It is a separate paragraph. */
  readonly isAlone: boolean;
}

function isAttribution(line: string, place: Place): boolean {
  if (place.isAlone && (datedSender.test(line) || gmailPattern.test(line))) return true;
  const hasColon = /[:：]$/u.test(line);
  if (!hasColon && !endsWithWrote.test(line)) return false;
  const hasAddress = addressPattern.test(line);
  if (isWrote.test(line)) return senderWrote.test(line) || isWroteLine(line, place, hasColon || hasAddress);
  return hasColon && hasAddress && (timePattern.test(line) || wholeDate.test(line));
}

function isWroteLine(line: string, { isQuoted, isRuled }: Place, isMarked: boolean): boolean {
  if (isQuoted) return isMarked || datePattern.test(line);
  // Without a quote below, it must be unmistakable: everything below it is dropped.
  return isBeyondDoubt(line) && (isMarked || isRuled);
}

function isBeyondDoubt(line: string): boolean {
  return (
    wholeDate.test(line) || (addressPattern.test(line) && (datePattern.test(line) || startsWithOn.test(line)))
  );
}
