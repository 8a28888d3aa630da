/**
 * The most combining marks that a text may have in a row. The run time of normalisation grows with the square of their
 * number, because engines sort them by insertion; no language needs more than a few. The Stream-Safe Text Format has the
 * same limit: https://unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export const maxMarks = 30;

/** The longest decompositions of one code point in NFC: U+16126 has six UTF-16 units, U+1F82 four code points. */
export const longestDecomposed = { units: 6, codePoints: 4 };

/** Whether the text may have at most `max` code points in NFC. A quick check, which also passes some longer texts. */
export function maybeWithin(text: string, max: number): boolean {
  if (text.length <= max * longestDecomposed.codePoints) return true;
  if (text.length > max * longestDecomposed.units) return false;
  let codePoints = 0;
  for (const _ of text) codePoints += 1;
  return codePoints <= max * longestDecomposed.codePoints;
}

const mark = /^\p{M}/u;
/** Matches only from the first mark of a run, so that no run is scanned more than once. */
const tooMany = String.raw`(?<!\p{M})\p{M}{${maxMarks + 1}}`;
const longRun = new RegExp(tooMany, 'u');
const wholeRuns = new RegExp(String.raw`(${tooMany}\p{M}*)`, 'u');

/** Whether the text has more than {@link maxMarks} combining marks in a row. */
export function hasLongMarkRun(text: string): boolean {
  // A run that is too long includes one of these units, so ordinary texts pass without a full scan.
  for (let at = maxMarks; at < text.length; at += maxMarks + 1)
    if (isInMark(text, at)) return longRun.test(text);
  return false;
}

/** Whether the unit at `at` is a combining mark or a half of one. */
function isInMark(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  // No mark comes before U+0300.
  if (unit < 0x300) return false;
  const isLowHalf = unit >= 0xdc00 && unit < 0xe000;
  const start = isLowHalf ? at - 1 : at;
  return mark.test(text.slice(start, start + 2));
}

/**
 * The text in Unicode NFC, in time linear in its length. Runs of combining marks over the limit stay unchanged; only
 * texts stored before the limit was introduced have them.
 */
export function composed(text: string): string {
  if (!hasLongMarkRun(text)) return text.normalize('NFC');
  return text
    .split(wholeRuns)
    .map((part, index) => (index % 2 === 1 ? part : part.normalize('NFC')))
    .join('');
}
