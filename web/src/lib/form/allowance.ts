import { textLength } from '#contract/text.ts';
import { counted, formatNumber, inLanguage } from '#web/language/language.ts';

const character = { one: 'character', other: 'characters' };

const formTexts = inLanguage({
  en: {
    charactersLeft: (left: number) =>
      left < 0 ? `${counted(-left, character)} too long` : `${counted(left, character)} left`,
  },
  de: {
    charactersLeft: (left: number) =>
      left < 0 ? `${formatNumber(-left)} Zeichen zu lang` : `Noch ${formatNumber(left)} Zeichen`,
  },
});

/** The remaining number is shown from this number of characters on. */
const nearEnd = 2_000;
/** The maximum number of code points that one UTF-16 unit becomes in NFC. */
const mostPerUnit = 3;

/** The remaining number of characters, negative for a text that is too long; undefined if many remain. */
export function charactersLeft(text: string, max: number): number | undefined {
  // Most texts are not counted, because counting a text near the limit takes milliseconds.
  if (text.length * mostPerUnit < max - nearEnd) return undefined;
  const left = max - textLength(text);
  return left > nearEnd ? undefined : left;
}

/** The message of a field with a maximum length: the error beyond it, or near it the remaining number. */
export function lengthMessage(text: string, max: number | undefined): { hint?: string; problem?: string } {
  const left = max === undefined ? undefined : charactersLeft(text, max);
  if (left === undefined) return {};
  const said = formTexts.charactersLeft(left);
  return left < 0 ? { problem: said } : { hint: said };
}
