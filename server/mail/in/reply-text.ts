import {
  type Kind,
  type Line,
  attributionLength,
  headersLength,
  isRuler,
  nextKind,
  originalLength,
  readLine,
} from './reply-marks.ts';
import { signatureEnds, signatureStarts } from './reply-words.ts';

/** The maximum number of lines of a signature after a bare `--`, which is also used as a ruler. */
const maxSignatureLines = 15;
/** The minimum length of a quoted line that was folded in transit. */
const minFoldedLength = 55;

/**
 * The new text of a plain text message: without quotes at its end or beginning, the lines that mail programs write
 * above them, and signatures. Quotes with answers between them stay. A forwarded message without any text above it
 * stays whole. Takes linear time.
 */
export function splitReply(text: string): { reply: string; isTrimmed: boolean } {
  const texts = text.replaceAll(/\r\n?/gu, '\n').split('\n');
  const lines = texts.map((line) => readLine(line));
  const kinds = classify(lines);
  dropSignatures(lines, kinds);
  cutOriginal(kinds);
  dropQuotes(lines, kinds);
  const kept = texts.filter((_, i) => ['text', 'empty', 'quote'].includes(kinds[i] ?? ''));
  const reply = withoutBlankEnds(kept);
  return { reply, isTrimmed: reply !== withoutBlankEnds(texts) };
}

/**
 * A message that is not a reply, without its signature: `Sent from my phone`, or the last `-- ` line and a few lines
 * after it. Quotes stay. It removes less than `splitReply`, as the message is stored nowhere else.
 */
export function withoutSignature(text: string): string {
  const texts = text.replaceAll(/\r\n?/gu, '\n').split('\n');
  const mark = texts.lastIndexOf('-- ');
  const signature = texts.slice(mark + 1).filter((line) => line.trim() !== '');
  const isSigned = mark !== -1 && signature.length <= maxSignatureLines && !signature.some(isQuote);
  const kept = isSigned ? texts.slice(0, mark) : texts;
  const lines = kept.map((line) => readLine(line));
  const kinds = lines.map(({ text: line }): Kind => (line.trim() === '' ? 'empty' : 'text'));
  const last = kinds.lastIndexOf('text');
  const isPhone = last > 0 && isPhoneSignature(lines, kinds, last) && kinds[last - 1] === 'empty';
  return withoutBlankEnds(isPhone ? kept.slice(0, last) : kept);
}

function withoutBlankEnds(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines
    .slice(Math.max(first, 0), last + 1)
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Also not the end of a folded address: `>:`. */
function isQuote(line: string): boolean {
  return (
    /^ {0,3}>/u.test(line) &&
    !/^>\s*:\s*$/u.test(line) &&
    !/^>\s*(?:wrote|schrieb|a écrit|skrev)\s*:/u.test(line)
  );
}

function classify(lines: readonly Line[]): Kind[] {
  const kinds = lines.map(({ text: line }): Kind =>
    /^[\s\u1427]*$/u.test(line) ? 'empty' : isQuote(line) ? 'quote' : 'text',
  );
  // Words folded out of a quoted line in transit belong to it.
  for (let i = 1; i < lines.length - 1; i += 1) {
    const isFolded = kinds[i - 1] === 'quote' && kinds[i] === 'text' && kinds[i + 1] === 'quote';
    if (isFolded && (lines[i - 1]?.text.length ?? 0) >= minFoldedLength) kinds[i] = 'quote';
  }
  for (let i = 0; i < lines.length; i += 1) {
    if (kinds[i] !== 'text') continue;
    const headers = originalLength(lines, i) || headersLength(lines, i);
    const length = headers || attributionLength(lines, kinds, i);
    kinds.fill(headers > 0 ? 'headers' : 'above', i, i + length);
    i += Math.max(length - 1, 0);
  }
  return kinds;
}

/** `-- ` and what follows, up to a quote; `Sent from my phone`. */
function dropSignatures(lines: readonly Line[], kinds: Kind[]): void {
  // From the bottom up, as several may follow each other.
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    if (kinds[i] === 'text' && isPhoneSignature(lines, kinds, i)) kinds[i] = 'dropped';
  }
  const first = kinds.indexOf('text');
  // The end of the text between two quotes, and the number of text lines from each line on.
  let [end, size] = [lines.length, 0];
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    if (kinds[i] === 'text') size += 1;
    else if (kinds[i] !== 'empty' && kinds[i] !== 'dropped') [end, size] = [i, 0];
    if (kinds[i] !== 'text' || !isSignatureMark(lines, i, first)) continue;
    if (lines[i]?.text !== '-- ' && size > maxSignatureLines) continue;
    kinds.fill('dropped', i, end);
    [end, size] = [i, 0];
  }
}

function isSignatureMark(lines: readonly Line[], at: number, firstText: number): boolean {
  const line = lines[at]?.text ?? '';
  if (/^\s{0,3}(?:--|__) ?$/u.test(line)) return at !== firstText || line === '-- ';
  if (/^\s{0,3}—\s*$/u.test(line))
    return /^(?:reply to this|you are receiving|view it on)/iu.test(lines[at + 1]?.bare ?? '');
  // Mailing lists, and disclaimers.
  return /^_{20,}$/u.test(line.trimEnd()) && at > firstText;
}

function isPhoneSignature(lines: readonly Line[], kinds: readonly Kind[], at: number): boolean {
  const line = (lines[at]?.bare ?? '')
    .replace(/^[<(]+(?=sent)/u, '')
    .replaceAll(/<[^>]*>|\(https?:[^)]*\)|\[https?:[^\]]*\]/gu, '')
    .trim();
  if (line === '' || line.length > 100) return false;
  const isStart = signatureStarts.some((start) => line.startsWith(start));
  const isEnd = line.length < 60 && signatureEnds.some((end) => line.endsWith(end));
  if (!isStart && !isEnd) return false;
  // A sentence, not a signature.
  if (/, .*[.!?]$/u.test(line) || /[?:]$/u.test(line)) return false;
  const isAlone = kinds[at - 1] !== 'text' && kinds[at + 1] !== 'text';
  const isLast = nextKind(kinds, at + 1) !== 'text';
  return isAlone || isLast;
}

/** Cuts off the original message if it is quoted without quote marks. */
function cutOriginal(kinds: Kind[]): void {
  let hasText = false;
  for (let i = 0; i < kinds.length; i += 1) {
    const kind = kinds[i];
    if (kind === 'text') hasText = true;
    if (kind !== 'above' && kind !== 'headers') continue;
    let end = i + 1;
    while (kinds[end] === 'above' || kinds[end] === 'headers') end += 1;
    const isMarked = nextKind(kinds, end) === 'quote';
    if (hasText && !isMarked) return void kinds.fill('dropped', i);
    // A forwarded message: its headers belong to it.
    if (!hasText && !isMarked && kind === 'headers') return void kinds.fill('text', i, end);
    i = end - 1;
  }
}

/** Whether the line is a ruler above what was dropped. */
function isRulerAbove(lines: readonly Line[], kinds: readonly Kind[], at: number): boolean {
  const next = nextKind(kinds, at + 1);
  return next !== undefined && next !== 'text' && isRuler(lines[at], 3);
}

/** Drops the quote at the end of the message, and the one at its beginning if the mail program put it there. */
function dropQuotes(lines: readonly Line[], kinds: Kind[]): void {
  const isEnd = (kind: Kind, i: number) => kind === 'text' && !isRulerAbove(lines, kinds, i);
  const lastText = kinds.findLastIndex(isEnd);
  kinds.fill('dropped', lastText + 1);
  const firstText = kinds.indexOf('text');
  const firstAbove = kinds.findIndex((kind) => kind === 'above' || kind === 'headers');
  if (firstText === -1 || firstAbove === -1 || firstAbove > firstText) return;
  const isInterleaved = kinds.slice(firstText).includes('quote');
  if (!isInterleaved) kinds.fill('dropped', 0, firstText);
}
