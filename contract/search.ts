/**
 * The form in which texts are searched and sorted: case and the two ways of typing an accented letter make no
 * difference, anything else does. Server and client share it, so that both find the same bugs.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Whether a bug is found by `q`: its title or its description contains it, both folded. An empty `q` finds all. */
export function matchesSearch(bug: { title: string; description: string }, q: string): boolean {
  const needle = fold(q);
  return fold(bug.title).includes(needle) || fold(bug.description).includes(needle);
}
