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
 * A line with a box, as found by `withTick`; a code block may have one, too. No part of it crosses the end of a line:
 * over many empty lines, the time would be quadratic in their number.
 */
const boxes = /^[ \t>*+\-\d.)]*[*+\-.)] +\[([ xX])\][ \t]/gm;

/** The number of tasks in a text, and of those done. */
export function countTasks(text: string): { all: number; done: number } {
  const marks = [...text.matchAll(boxes)].map(([, mark]) => mark);
  return { all: marks.length, done: marks.filter((mark) => mark !== ' ').length };
}
