import { bugFields } from '#contract/bugs/bug-fields.ts';
import { type BugField, isSameInput } from '#contract/bugs/field.ts';
import type { BugInput, FieldName } from '#web/lib/bugs/bug-field.ts';
import { type Keyed, mergeItems, mergeKeys } from '#web/lib/merge/merge-parts.ts';
import { type BugEdit, bugInput, fieldNames } from './bug-edit.ts';

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
  const { mergeText } = await import('#web/lib/merge/merge-text.ts');
  const { clean, text } = mergeText(String(base), String(mine), String(theirs), merge);
  // Even words that merge may not make sense, so a person has to look.
  return { clean: clean && merge !== 'words', value: text, text };
}
