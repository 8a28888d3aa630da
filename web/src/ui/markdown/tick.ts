/** The marks of quotations and lists before the box of a task. */
const box = /^([\s>*+\-\d.)]*\[)[ xX](?=\])/;

/** The text with the box in this line, counted from zero, ticked or cleared. Without a box there, the text as it is. */
export function withTick(text: string, line: number, isDone: boolean): string {
  // Line breaks stay as they are, at the odd places.
  const parts = text.split(/(\r\n?|\n)/);
  const at = line * 2;
  parts[at] = (parts[at] ?? '').replace(box, `$1${isDone ? 'x' : ' '}`);
  return at < parts.length ? parts.join('') : text;
}
