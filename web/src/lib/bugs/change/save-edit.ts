import { type Bug, bug as bugSchema } from '#web/lib/api/specified.ts';
import type { FieldName } from '#web/lib/bugs/bug-field.ts';
import { storedIn } from '#web/lib/merge/stored-in.ts';
import { inputOf } from '#web/lib/bugs/bug-input.ts';
import { type BugEdit, editOf } from './bug-edit.ts';
import { type MergedEdit, mergeEdit } from './merge-edit.ts';

/** An edit that overlaps with the currently stored bug. */
export interface Conflict {
  readonly edit: BugEdit;
  readonly stored: Bug;
  readonly merged: MergedEdit;
}

/** The result of saving: it is stored, merged with changes by others, or the user has to resolve a conflict. */
type Saved =
  | { readonly taken: readonly FieldName[] }
  | { readonly conflict: Conflict; readonly refusal: unknown };

/** Sends an edit, as a whole or only its changes, for the version on which it is based. */
type Put = (edit: BugEdit) => Promise<unknown>;

/**
 * Saves an edit. If another edit was saved before, merges both and saves again, until they are stored or overlap. Rejects
 * with other failures, and leaves the edit unchanged.
 */
export async function saveEdit(put: Put, begun: BugEdit): Promise<Saved> {
  const taken = new Set<FieldName>();
  let edit = begun;
  for (;;) {
    const refused = await tryPut(put, edit);
    if (!refused) return { taken: [...taken] };
    const { stored, refusal } = refused;
    const merged = await mergeEdit(edit, inputOf(stored));
    if (merged.overlaps.length > 0) return { conflict: { edit, stored, merged }, refusal };
    for (const field of merged.taken) taken.add(field);
    edit = editOf(stored, merged.values);
  }
}

interface Refused {
  readonly stored: Bug;
  readonly refusal: unknown;
}

/** The stored bug, if its version differs from the edit's. */
async function tryPut(put: Put, edit: BugEdit): Promise<Refused | undefined> {
  try {
    await put(edit);
    return undefined;
  } catch (error) {
    const stored = storedIn(error, bugSchema);
    // Retrying with the same version would never end.
    if (!stored || stored.version === edit.version) throw error;
    return { stored, refusal: error };
  }
}
