import { textLength } from '#contract/text.ts';

/** The number of characters from which on what is left of the allowance is shown. */
const nearEnd = 2_000;
/** No unit of UTF-16 becomes more code points than this when it is composed. */
const mostPerUnit = 3;

/** How many characters are left of `max`, below zero for a text that is too long; undefined where there are plenty. */
export function charactersLeft(text: string, max: number): number | undefined {
  // Most texts are not counted: it takes milliseconds for one near the end.
  if (text.length * mostPerUnit < max - nearEnd) return undefined;
  const left = max - textLength(text);
  return left > nearEnd ? undefined : left;
}
