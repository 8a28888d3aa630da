/** Letters, marks, numbers, punctuation, symbols and the space: what a terminal shows and does nothing else with. */
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * A stored text as it may be printed on a terminal: what would move the cursor, colour or reorder what stands around it, break
 * the line or not be seen at all is written as an escape, as in `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
