import { textLength } from '#contract/text.ts';
import { formTexts } from './texts.ts';

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

/** The message of a field with a highest length: the problem of a text that is too long, and near the end what is left. */
export function lengthMessage(text: string, max: number | undefined): { hint?: string; problem?: string } {
  const left = max === undefined ? undefined : charactersLeft(text, max);
  if (left === undefined) return {};
  const said = formTexts.charactersLeft(left);
  return left < 0 ? { problem: said } : { hint: said };
}
