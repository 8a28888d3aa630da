import type * as z from 'zod/mini';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import { type BugField, isSameInput } from '#contract/bugs/field.ts';
import { type Bug, bug as bugSchema } from '#web/lib/api/specified.ts';
import { type BugInput, type FieldName, inputOf } from '#web/lib/bugs/bug-field.ts';
import { type Keyed, mergeItems, mergeKeys } from '#web/lib/merge/merge-parts.ts';
import { mergeTicks } from '#web/ui/markdown/tick.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { type BugEdit, bugInput, editOf, fieldNames } from './bug-edit.ts';
import { editorsOf } from './editors.ts';

/** A field that two edits set to different values. */
export interface Overlap {
  readonly field: FieldName;
  readonly yours: BugInput[FieldName];
  readonly theirs: BugInput[FieldName];
  /** The merge of both, if it is a text. */
  readonly merged: string | undefined;
}

export interface MergedEdit {
  /** The merge of both edits; for overlaps, the own value. */
  readonly values: BugInput;
  /** The fields for which the other edit's value was used. */
  readonly taken: readonly FieldName[];
  readonly overlaps: readonly Overlap[];
}

/** Merges an edit with another edit of the same version, field by field, by the rules in the contract. */
export async function mergeEdit({ base, values: mine }: BugEdit, theirs: BugInput): Promise<MergedEdit> {
  const values: Record<string, unknown> = { ...mine };
  const taken: FieldName[] = [];
  const overlaps: Overlap[] = [];
  for (const field of fieldNames) {
    const [before, own, other] = [base[field], mine[field], theirs[field]];
    if (isSameInput(other, before) || isSameInput(other, own)) continue;
    const merged = isSameInput(own, before)
      ? { clean: true, value: other }
      : await mergeInputs(field, before, own, other);
    if (merged?.clean) {
      values[field] = merged.value;
      taken.push(field);
    } else overlaps.push({ field, yours: merged?.yours ?? own, theirs: other, merged: merged?.text });
  }
  return { values: bugInput.parse(values), taken, overlaps };
}

interface Merged {
  /** Whether the merge has no conflict. */
  readonly clean: boolean;
  readonly value?: unknown;
  /** Both versions as one text that the user can edit. */
  readonly text?: string;
  /** The own edit, plus the fields that only the other one changed. */
  readonly yours?: BugInput[FieldName];
}

async function mergeInputs(
  field: FieldName,
  base: unknown,
  mine: unknown,
  theirs: unknown,
): Promise<Merged | undefined> {
  const { merge }: BugField = bugFields[field];
  if (merge === undefined) return undefined;
  if (merge === 'items') {
    const [before, own, other] = [base, mine, theirs] as [unknown[], unknown[], unknown[]];
    return { clean: true, value: mergeItems(before, own, other) };
  }
  if (merge === 'keys') {
    const [before, own, other] = [base, mine, theirs] as [Keyed<unknown>, Keyed<unknown>, Keyed<unknown>];
    const { clean, value } = mergeKeys(before, own, other);
    return clean ? { clean, value } : { clean, yours: value as BugInput['custom'] };
  }
  const ticked = merge === 'lines' ? mergeTicks(String(base), String(mine), String(theirs)) : undefined;
  if (ticked !== undefined) return { clean: true, value: ticked };
  const { mergeText } = await import('#web/lib/merge/merge-text.ts');
  const { clean, text } = mergeText(String(base), String(mine), String(theirs), merge);
  // Even words that merge may not make sense, so a person has to look.
  return { clean: clean && merge !== 'words', value: text, text };
}

/** An edit that overlaps with the currently stored bug. */
export interface Conflict {
  readonly edit: BugEdit;
  readonly stored: Bug;
  readonly merged: MergedEdit;
  /** The names of those who made the other edit; empty if unknown. */
  readonly by: readonly string[];
}

/** The fields of others that a save merged, and the names of these others; no names if they are unknown. */
export interface Taken {
  readonly taken: readonly FieldName[];
  readonly by: readonly string[];
}

/** The result of saving: it is stored, merged with changes by others, or the user has to resolve a conflict. */
type Saved = Taken | { readonly conflict: Conflict; readonly refusal: unknown };

/** Sends an edit, as a whole or only its changes, for the version on which it is based. */
type Put = (edit: BugEdit) => Promise<unknown>;

/**
 * Saves an edit. If another edit was saved before, merges both and saves again, until they are stored or overlap. Rejects
 * with other failures, and leaves the edit unchanged.
 */
export async function saveEdit(put: Put, begun: BugEdit): Promise<Saved> {
  const taken = new Set<FieldName>();
  let edit = begun;
  let merged: Bug | undefined;
  for (;;) {
    const refused = await tryPut(put, edit);
    if (!refused) return { taken: [...taken], by: await takenFrom(merged, begun, taken) };
    const { stored, refusal } = refused;
    const result = await mergeEdit(edit, inputOf(stored));
    if (result.overlaps.length > 0) return { conflict: await conflictOf(edit, stored, result), refusal };
    for (const field of result.taken) taken.add(field);
    merged = stored;
    edit = editOf(stored, result.values);
  }
}

/** The names of those whose changes were merged. Asked for once the edit is stored, which should not wait for them. */
async function takenFrom(
  stored: Bug | undefined,
  { version }: BugEdit,
  fields: ReadonlySet<FieldName>,
): Promise<readonly string[]> {
  return stored === undefined || fields.size === 0 ? [] : editorsOf(stored, version, [...fields]);
}

/** The conflict of an edit that overlaps with the stored bug. */
export async function conflictOf(edit: BugEdit, stored: Bug, merged: MergedEdit): Promise<Conflict> {
  const fields = merged.overlaps.map(({ field }) => field);
  return { edit, stored, merged, by: await editorsOf(stored, edit.version, fields) };
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

/** The currently stored bug, from the refusal of a save with an outdated version; undefined for other failures. */
function storedIn<Schema extends z.ZodMiniType>(
  error: unknown,
  schema: Schema,
): z.output<Schema> | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const { body } = error;
  return typeof body === 'object' && body !== null && 'bug' in body
    ? schema.safeParse(body.bug).data
    : undefined;
}
