/** The markers of quotations and lists before a task's box. */
const box = /^([ \t>*+\-\d.)]*\[)[ xX](?=\])/;

/** The text with the box in this line (zero-based) ticked or cleared. Without a box there, the text is unchanged. */
export function withTick(text: string, line: number, isDone: boolean): string {
  // Line breaks are preserved, at the odd indices.
  const parts = text.split(/(\r\n?|\n)/);
  const at = line * 2;
  parts[at] = (parts[at] ?? '').replace(box, `$1${isDone ? 'x' : ' '}`);
  return at < parts.length ? parts.join('') : text;
}

/**
 * Merges two changes of the same text that only tick or clear boxes; undefined if one of them changes more. A merge by
 * lines would refuse boxes in neighbouring lines, of which a task list consists.
 */
export function mergeTicks(base: string, mine: string, theirs: string): string | undefined {
  const [before, own, others] = [base.split('\n'), mine.split('\n'), theirs.split('\n')];
  if (own.length !== before.length || others.length !== before.length) return undefined;
  const merged: string[] = [];
  for (const [at, line] of before.entries()) {
    const [mineAt = '', theirsAt = ''] = [own[at], others[at]];
    if (withoutTick(mineAt) !== withoutTick(line) || withoutTick(theirsAt) !== withoutTick(line))
      return undefined;
    merged.push(mineAt === line ? theirsAt : mineAt);
  }
  return merged.join('\n');
}

const withoutTick = (line: string) => line.replace(box, '$1 ');

/**
 * A line with a box, as found by `withTick`; a code block may have one, too. No part of it crosses the end of a line:
 * over many empty lines, the time would be quadratic in their number.
 */
const boxes = /^[ \t>*+\-\d.)]*[*+\-.)] +\[([ xX])\][ \t]/gm;

/** The number of tasks in a text, and of those done. */
export function countTasks(text: string): { all: number; done: number } {
  const marks = [...text.matchAll(boxes)].map(([, mark]) => mark);
  return { all: marks.length, done: marks.filter((mark) => mark !== ' ').length };
}
