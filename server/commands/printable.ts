/** Letters, marks, numbers, punctuation, symbols and the space: characters that a terminal only shows. */
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * A stored text that is safe on a terminal: characters that would move the cursor, colour or reorder the text around them,
 * break the line or be invisible are written as escapes, as in `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
