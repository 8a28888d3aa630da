import { type Bug, bug as bugSchema } from '#web/lib/api/specified.ts';
import type { FieldName } from '#web/lib/bugs/bug-field.ts';
import { storedIn } from '#web/lib/merge/stored-in.ts';
import { inputOf } from '#web/lib/bugs/bug-input.ts';
import { type BugEdit, editOf } from './bug-edit.ts';
import { type MergedEdit, mergeEdit } from './merge-edit.ts';

/** An edit that overlaps with what is stored by now. */
export interface Conflict {
  readonly edit: BugEdit;
  readonly stored: Bug;
  readonly merged: MergedEdit;
}

/** The result of saving: it is stored, merged with changes by others, or the user has to resolve a conflict. */
type Saved =
  | { readonly taken: readonly FieldName[] }
  | { readonly conflict: Conflict; readonly refusal: unknown };

/** Sends an edit, all of it or what it changes, for the version that it is an edit of. */
type Put = (edit: BugEdit) => Promise<unknown>;

/**
 * Saves an edit. Where another was saved first, both are merged and saved anew, until they are stored or overlap.
 * Rejects with what else goes wrong, and the edit is what it was.
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

/** The bug that is stored instead, where it is another version than the one edited. */
async function tryPut(put: Put, edit: BugEdit): Promise<Refused | undefined> {
  try {
    await put(edit);
    return undefined;
  } catch (error) {
    const stored = storedIn(error, bugSchema);
    // The same version once more would go on for ever.
    if (!stored || stored.version === edit.version) throw error;
    return { stored, refusal: error };
  }
}
