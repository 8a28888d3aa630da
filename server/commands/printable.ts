/** Letters, marks, numbers, punctuation, symbols and space: characters that are harmless on a terminal. */
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * Makes a stored text safe for a terminal: characters that are invisible, break the line, move the cursor, or colour or
 * reorder the surrounding text are escaped, as in `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
