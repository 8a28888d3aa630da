import {
  type Answered,
  type Kind,
  type Line,
  areAnswered,
  attributionLength,
  headersLength,
  includesOne,
  isRuler,
  namesUs,
  nextKind,
  originalLength,
  readLine,
  unknownAttributionLength,
  unknownHeadersLength,
} from './reply-marks.ts';
import {
  isPhoneSignature,
  isSignature,
  isSignatureMark,
  nothingBelow,
  withLine,
} from './reply-signatures.ts';

/** The minimum length of a quoted line that was folded in transit. */
const minFoldedLength = 55;

/**
 * The new text of a plain text message: without quotes at its end or beginning, the lines that mail programs write
 * above them, and signatures. Quotes with answers between them stay. A forwarded message without any text above it
 * stays whole. If `answered` is known, other mails that the person put into the text stay, too. Takes linear time.
 */
export function splitReply(text: string, answered?: Answered): { reply: string; isTrimmed: boolean } {
  const texts = text.replaceAll(/\r\n?/gu, '\n').split('\n');
  const lines = linesOf(texts);
  const kinds = classify(lines, answered);
  dropSignatures(lines, kinds);
  settleForeign(lines, kinds);
  cutOriginal(kinds);
  dropQuotes(lines, kinds, answered);
  const kept = texts.filter((_, i) => ['text', 'empty', 'quote'].includes(kinds[i] ?? ''));
  const reply = withoutBlankEnds(kept);
  return { reply, isTrimmed: reply !== withoutBlankEnds(texts) };
}

/**
 * A message that is not a reply, without its signature: `Sent from my phone`, or the last `-- ` line and a few lines
 * after it. Quotes stay. This removes less than `splitReply`, because the message is stored nowhere else.
 */
export function withoutSignature(text: string): string {
  const texts = text.replaceAll(/\r\n?/gu, '\n').split('\n');
  const mark = texts.lastIndexOf('-- ');
  const signature = texts.slice(mark + 1).filter((line) => line.trim() !== '');
  const isSigned =
    mark !== -1 &&
    !signature.some(isQuote) &&
    isSignature(signature.reduceRight(withLine, nothingBelow), true);
  const kept = isSigned ? texts.slice(0, mark) : texts;
  const lines = kept.map((line) => readLine(line));
  const kinds = lines.map(({ text: line }): Kind => (line.trim() === '' ? 'empty' : 'text'));
  const last = kinds.lastIndexOf('text');
  const isPhone = last > 0 && isPhoneSignature(lines, kinds, last) && kinds[last - 1] === 'empty';
  return withoutBlankEnds(isPhone ? kept.slice(0, last) : kept);
}

/** The lines of a text. Lines in a block of code are only text. */
function linesOf(texts: readonly string[]): Line[] {
  const lines = texts.map((text) => readLine(text));
  // The line and the mark of a block that is not closed yet.
  let open: { at: number; mark: string } | undefined;
  for (const [i, text] of texts.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(text)?.[1];
    if (mark === undefined) continue;
    if (open === undefined) open = { at: i, mark };
    else if (mark.startsWith(open.mark) && text.trim() === mark) {
      for (let at = open.at; at <= i; at += 1)
        lines[at] = { ...readLine(''), text: texts[at] ?? '', isCode: true };
      open = undefined;
    }
  }
  return lines;
}

function withoutBlankEnds(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines
    .slice(Math.max(first, 0), last + 1)
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Whether the line is quoted. `>:`, the end of a folded address, is not a quote. */
function isQuote(line: string): boolean {
  return (
    /^ {0,3}>/u.test(line) &&
    !/^>\s*:\s*$/u.test(line) &&
    !/^>\s*(?:wrote|schrieb|a écrit|skrev)\s*:/u.test(line)
  );
}

function classify(lines: readonly Line[], answered: Answered | undefined): Kind[] {
  const kinds = lines.map(({ text: line, isCode = false }): Kind =>
    /^[\s\u1427]*$/u.test(line) ? 'empty' : !isCode && isQuote(line) ? 'quote' : 'text',
  );
  // Words folded out of a quoted line in transit belong to it.
  for (let i = 1; i < lines.length - 1; i += 1) {
    const isFolded = kinds[i - 1] === 'quote' && kinds[i] === 'text' && kinds[i + 1] === 'quote';
    if (isFolded && (lines[i - 1]?.text.length ?? 0) >= minFoldedLength) kinds[i] = 'quote';
  }
  for (let i = 0; i < lines.length; i += 1) {
    if (kinds[i] !== 'text' || lines[i]?.isCode === true) continue;
    const { kind, length } = markAt(lines, kinds, i, answered);
    kinds.fill(kind, i, i + length);
    i += Math.max(length - 1, 0);
  }
  return kinds;
}

/** The kind of what a mail program wrote at this line, and its number of lines; 0 if the line is text. */
function markAt(
  lines: readonly Line[],
  kinds: readonly Kind[],
  at: number,
  answered: Answered | undefined,
): { kind: Kind; length: number } {
  const headers = originalLength(lines, at) || headersLength(lines, at);
  const isForeign = headers > 0 && answered && !areAnswered(lines, at, answered);
  if (headers > 0) return { kind: isForeign ? 'foreign headers' : 'headers', length: headers };
  const length = attributionLength(lines, kinds, at);
  if (!answered) return { kind: 'above', length };
  if (length === 0) {
    const unknown = unknownHeadersLength(lines, at, answered);
    if (unknown > 0) return { kind: 'headers', length: unknown };
    return { kind: 'above', length: unknownAttributionLength(lines, kinds, at, answered) };
  }
  const text = lines.slice(at, at + length).map(({ bare }) => bare);
  return { kind: namesUs(text.join(' '), answered) ? 'above' : 'foreign', length };
}

/** Drops `-- ` with the signature below it, and `Sent from my phone`. */
function dropSignatures(lines: readonly Line[], kinds: Kind[]): void {
  // Goes from the bottom up, because several may follow each other.
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    if (kinds[i] === 'text' && isPhoneSignature(lines, kinds, i)) kinds[i] = 'dropped';
  }
  const first = kinds.indexOf('text');
  const isMark = (i: number) => kinds[i] === 'text' && isSignatureMark(lines, i, first);
  if (!kinds.some((_, i) => isMark(i))) return;
  // The end of the text between two quotes, and the text from each line on.
  let [end, below] = [lines.length, nothingBelow];
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    if (kinds[i] === 'empty' || kinds[i] === 'dropped') continue;
    if (kinds[i] !== 'text') [end, below] = [i, nothingBelow];
    else if (isMark(i) && isSignature(below, lines[i]?.text === '-- ')) {
      kinds.fill('dropped', i, end);
      [end, below] = [i, nothingBelow];
    } else below = withLine(below, lines[i]?.text ?? '');
  }
}

const isForeign = (kind: Kind | undefined) => kind === 'foreign' || kind === 'foreign headers';
const isAbove = (kind: Kind | undefined) => kind === 'above' || kind === 'headers';

/** The text below a line, up to the next quote of a mail program. */
interface Below {
  readonly hasText: boolean;
  /** Whether its last paragraph begins with a small letter. */
  readonly goesOn: boolean | undefined;
}

/**
 * Decides whether lines above a mail that is not ours are from a mail program, because people also answer what others
 * have quoted, or belong to a log or mail that the person put into the text. A person introduces these with a colon, or
 * continues below them with a small letter. A quote with quote marks is the person's if text follows it.
 */
function settleForeign(lines: readonly Line[], kinds: Kind[]): void {
  // A message that begins with a quote answers between quotes.
  const first = nextKind(kinds, 0);
  const isAnswer = isForeign(first) || isAbove(first);
  let below: Below = { hasText: false, goesOn: undefined };
  for (let i = kinds.length - 1; i >= 0; i -= 1) {
    const kind = kinds[i];
    if (isForeign(kind)) {
      const end = i + 1;
      while (kinds[i - 1] === kind) i -= 1;
      const isQuoted = kind === 'foreign' && nextKind(kinds, end) === 'quote';
      const isOwn = isQuoted ? below.hasText && !isAnswer : below.goesOn === true || isIntroduced(lines, i);
      kinds.fill(isOwn ? 'text' : kind === 'foreign' ? 'above' : 'headers', i, end);
    }
    if (isAbove(kinds[i])) below = { hasText: true, goesOn: undefined };
    if (kinds[i] === 'text') below = { hasText: true, goesOn: below.goesOn ?? startsSmall(lines, kinds, i) };
  }
}

/** Whether the paragraph that begins at this line begins with a small letter; undefined if none begins here. */
function startsSmall(lines: readonly Line[], kinds: readonly Kind[], at: number): boolean | undefined {
  return kinds[at - 1] === 'text' ? undefined : /^\p{Ll}/u.test(lines[at]?.text ?? '');
}

/** Whether the text directly above a line ends with a colon, ignoring empty lines and `-----Original Message-----`. */
function isIntroduced(lines: readonly Line[], at: number): boolean {
  let above = at - 1;
  while (above > at - 5 && (lines[above]?.text.trim() === '' || originalLength(lines, above) > 0)) above -= 1;
  return /[:：]$/u.test(lines[above]?.bare ?? '');
}

/** Cuts off the original message if it is quoted without quote marks. */
function cutOriginal(kinds: Kind[]): void {
  let hasText = false;
  for (let i = 0; i < kinds.length; i += 1) {
    const kind = kinds[i];
    if (kind === 'text') hasText = true;
    if (!isAbove(kind)) continue;
    let end = i + 1;
    while (isAbove(kinds[end])) end += 1;
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
function dropQuotes(lines: readonly Line[], kinds: Kind[], answered: Answered | undefined): void {
  const isEnd = (kind: Kind, i: number) => kind === 'text' && !isRulerAbove(lines, kinds, i);
  const lastText = kinds.findLastIndex(isEnd);
  kinds.fill('dropped', ownQuoteEnd(lines, kinds, lastText + 1, answered));
  const firstText = kinds.indexOf('text');
  const firstAbove = kinds.findIndex(isAbove);
  if (firstText === -1 || firstAbove === -1 || firstAbove > firstText) return;
  const isInterleaved = kinds.slice(firstText).includes('quote');
  if (!isInterleaved) kinds.fill('dropped', 0, firstText);
}

/** The end of a quote below the text that the person chose, and not the mail program; `from` if there is none. */
function ownQuoteEnd(
  lines: readonly Line[],
  kinds: readonly Kind[],
  from: number,
  answered: Answered | undefined,
): number {
  const mark = kinds.findIndex(
    (kind, i) =>
      i >= from && (isAbove(kind) || (kind === 'quote' && kinds[i - 1] !== 'quote' && isHeaded(lines, i))),
  );
  const last = kinds.slice(0, mark === -1 ? undefined : mark).lastIndexOf('quote');
  // The message is only a quote, without text.
  if (last < from || from === 0) return from;
  if (isIntroduced(lines, from)) return last + 1;
  const quoted = lines.slice(from, last + 1);
  if (answered && quoted.some(({ text }) => includesOne(text, answered.ours))) return from;
  // The rest of a quote with answers between its parts.
  if (kinds.slice(0, from).some(isAbove)) return from;
  return mark !== -1 || answered ? last + 1 : from;
}

/** The number of quoted lines that are searched for a mail program's line above the quote. */
const maxHead = 8;

/** Whether the quote at this line begins with what mail programs write above a quote. */
function isHeaded(all: readonly Line[], at: number): boolean {
  const next = all.slice(at, at + maxHead);
  const end = next.findIndex(({ text }) => !isQuote(text));
  const quoted = next
    .slice(0, end === -1 ? undefined : end)
    .map(({ text }) => readLine(text.replace(/^[\s>]+/u, '')));
  const lines = quoted.filter(({ text }) => text !== '');
  const kinds = lines.map((): Kind => 'text');
  return lines
    .slice(0, 2)
    .some(
      (_, i) => originalLength(lines, i) + headersLength(lines, i) + attributionLength(lines, kinds, i) > 0,
    );
}
