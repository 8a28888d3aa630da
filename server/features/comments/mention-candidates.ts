/** The longest name, in code points. */
const maxName = 100;
/** The number of `@` of a text that are considered, and of candidate names for each. */
const most = { marks: 200, names: 12 };

const fence = /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\1)[^\n]*)*(?:\n[^\n]*)?/gm;
/** A line of a quotation, also within a list. A reply on the next line is none, though Markdown shows it as one. */
const quoted = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>[^\n\r]*/gm;
const ticksOrBreak = /`+|[\n\r\u2028\u2029]/g;
/** Not within a word: the `@` of an address has a character other than white space before it. */
const mark = /(?<![\p{L}\p{N}\p{M}_.+-])@(?=\S)/gu;
const withinWord = /^[\p{L}\p{N}\p{M}]/u;

/**
 * The candidate names after each `@` of a text, outside of code and quotations, whose authors have called their people: all prefixes of the following text that end with a word,
 * the longest first. The database decides which of them are users.
 */
export function mentionCandidates(text: string): string[][] {
  if (!text.includes('@')) return [];
  const prose = withoutCodeSpans(text.replaceAll(quoted, '').replaceAll(fence, ''));
  return [...prose.matchAll(mark)].slice(0, most.marks).map(({ index }) => namesAt(prose, index + 1));
}

/**
 * The text with a space for each span of code, which ends at the next run of as many backticks on its line. Each run is
 * visited once: searching for the end of each would take quadratic time if no two are equal.
 */
function withoutCodeSpans(text: string): string {
  const found = [...text.matchAll(ticksOrBreak)];
  const later = new Map<number, RegExpExecArray>();
  const ends = new Map<RegExpExecArray, RegExpExecArray>();
  for (const run of found.toReversed()) {
    const [ticks] = run;
    if (!ticks.startsWith('`')) {
      later.clear();
      continue;
    }
    const end = later.get(ticks.length);
    if (end) ends.set(run, end);
    later.set(ticks.length, run);
  }
  let prose = '';
  let from = 0;
  for (const run of found) {
    const end = run.index < from ? undefined : ends.get(run);
    if (!end) continue;
    prose += `${text.slice(from, run.index)} `;
    from = end.index + end[0].length;
  }
  return prose + text.slice(from);
}

function namesAt(text: string, start: number): string[] {
  // A code point has two UTF-16 units at most.
  const [line = ''] = text.slice(start, start + 2 * (maxName + 1)).split(/[\r\n]/, 1);
  const points = [...line];
  const names: string[] = [];
  for (let end = 1; end <= Math.min(points.length, maxName) && names.length < most.names; end += 1) {
    const isEnd = !withinWord.test(points[end] ?? '') && points[end - 1]?.trim() !== '';
    if (isEnd) names.push(points.slice(0, end).join(''));
  }
  return names.toReversed();
}
