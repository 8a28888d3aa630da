import { textLength } from '#contract/text.ts';
import { formTexts } from './texts.ts';

/** The number of remaining characters from which on it is shown. */
const nearEnd = 2_000;
/** The maximum number of code points that one UTF-16 unit becomes when it is composed. */
const mostPerUnit = 3;

/** The remaining number of characters, below zero for a text that is too long; undefined if many remain. */
export function charactersLeft(text: string, max: number): number | undefined {
  // Most texts are not counted, as that takes milliseconds for a text near the limit.
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
