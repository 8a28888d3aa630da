/** A text as one word of a shell's command, whatever is in it: in quotes where a shell might take it for something else. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
