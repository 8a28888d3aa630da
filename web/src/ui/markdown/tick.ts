/** The marks of quotations and lists before the box of a task. */
const box = /^([ \t>*+\-\d.)]*\[)[ xX](?=\])/;

/** The text with the box in this line, counted from zero, ticked or cleared. Without a box there, the text is unchanged. */
export function withTick(text: string, line: number, isDone: boolean): string {
  // Line breaks stay as they are, at the odd places.
  const parts = text.split(/(\r\n?|\n)/);
  const at = line * 2;
  parts[at] = (parts[at] ?? '').replace(box, `$1${isDone ? 'x' : ' '}`);
  return at < parts.length ? parts.join('') : text;
}

/**
 * A line with a box, as `withTick` finds it; a block of code may have one, too. No part of it crosses the end of a line: over
 * many empty lines the time would grow with the square of their number.
 */
const boxes = /^[ \t>*+\-\d.)]*[*+\-.)] +\[([ xX])\][ \t]/gm;

/** How many tasks a text has, and how many of them are done. */
export function countTasks(text: string): { all: number; done: number } {
  const marks = [...text.matchAll(boxes)].map(([, mark]) => mark);
  return { all: marks.length, done: marks.filter((mark) => mark !== ' ').length };
}
