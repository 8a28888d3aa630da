import * as z from 'zod/mini';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import { customInput } from '#contract/classification/custom-field.ts';
import { type BugField, isSameInput } from '#contract/bugs/field.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { keyChanges } from '#web/lib/merge/merge-parts.ts';
import { type BugInput, type FieldName, inputOf } from '#web/lib/bugs/bug-field.ts';

const fields = Object.entries<BugField>(bugFields) as [FieldName, BugField][];

export const fieldNames = fields.map(([name]) => name);

/** The form values of a bug, before validation. Drafts of earlier versions may lack fields. */
export const bugInput = z.object(
  Object.fromEntries(fields.map(([name, field]) => [name, typedIn(field)])),
) as unknown as z.ZodMiniType<BugInput, BugInput>;

function typedIn({ choices, merge, empty }: BugField): z.ZodMiniType {
  if (merge === 'items') return z._default(z.array(z.string()), []);
  if (merge === 'keys') return z._default(z.record(z.string(), z.nullable(customInput)), {});
  if (empty === false) return z._default(z.boolean(), false);
  // A value that is only set by rules is an object.
  if (empty === null) return z._default(z.union([z.string(), z.looseObject({})]), '');
  return choices ? z.enum(choices) : z.string();
}

/** The fields whose inputs differ. */
export function changedFields(before: BugInput, after: BugInput): FieldName[] {
  return fieldNames.filter((name) => !isSameInput(before[name], after[name]));
}

/** The differing inputs, sent by a change without the form; for inputs that are merged by key, the differing keys. */
export function changesOf(before: BugInput, after: BugInput): Partial<BugInput> {
  const changed = picked(after, changedFields(before, after));
  if (!changed.custom) return changed;
  const { custom: _, ...others } = changed;
  const custom = keyChanges(before.custom, after.custom);
  return Object.keys(custom).length === 0 ? others : { ...others, custom };
}

/** The form values of an edited bug. Removed keys of keyed values are null: the server does not change omitted keys. */
export function editedInput(before: Bug, after: Bug): BugInput {
  const [from, to] = [inputOf(before), inputOf(after)];
  return { ...to, custom: { ...to.custom, ...keyChanges(from.custom, to.custom) } };
}

/** The body sent by the form: all fields of the specification, and those other fields that differ. */
export function sentOf({ base, values }: BugEdit): Partial<BugInput> {
  const changed = changedFields(base, values);
  const isSent = ([name, { empty }]: [FieldName, BugField]) => empty === undefined || changed.includes(name);
  return picked(
    values,
    fields.filter(isSent).map(([name]) => name),
  );
}

function picked(values: BugInput, names: readonly FieldName[]): Partial<BugInput> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** An edit in progress: its base version (if bugs have versions), the base values, and the current values. */
export const bugEdit = z.object({ version: z.optional(z.int()), base: bugInput, values: bugInput });

export type BugEdit = z.infer<typeof bugEdit>;

/** The edit of a stored bug, without or with changes. */
export function editOf(bug: Bug, values = inputOf(bug)): BugEdit {
  return { version: bug.version, base: inputOf(bug), values };
}
