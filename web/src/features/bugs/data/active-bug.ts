/* Stored outside the list's page, so that returning to the list restores its active bug. */

interface Active {
  /** The list's entry in the browser's history. */
  readonly entry: string | undefined;
  /** The bug last reached from the list on the bug pages, and the one before it. */
  readonly ids: readonly string[];
}

let last: Active | undefined;

/** Notes the bug that has the focus in the list of this entry. */
export function noteActive(entry: string | undefined, id: string): void {
  last = { entry, ids: [id] };
}

/** Records the bug reached by walking through the list on the bug pages. */
export function noteWalked(id: string): void {
  const left = last?.ids.at(-1);
  if (last && left !== undefined) last = { ...last, ids: [id, left] };
}

/** The bugs to restore for this history entry, best candidate first. */
export function activeIn(entry: string | undefined): readonly string[] {
  return last && last.entry === entry ? last.ids : [];
}
