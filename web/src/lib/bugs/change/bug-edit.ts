import * as z from 'zod/mini';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import { customInput } from '#contract/classification/custom-field.ts';
import { type BugField, isSameInput } from '#contract/bugs/field.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { keyChanges } from '#web/lib/merge/merge-keys.ts';
import type { BugInput, FieldName } from '#web/lib/bugs/bug-field.ts';
import { inputOf } from '#web/lib/bugs/bug-input.ts';

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
  // A value that only rules set is an object.
  if (empty === null) return z._default(z.union([z.string(), z.looseObject({})]), '');
  return choices ? z.enum(choices) : z.string();
}

/** The fields with different inputs. */
export function changedFields(before: BugInput, after: BugInput): FieldName[] {
  return fieldNames.filter((name) => !isSameInput(before[name], after[name]));
}

/** The inputs that differ, which a change without the form sends; of those that are merged by keys, the keys that differ. */
export function changesOf(before: BugInput, after: BugInput): Partial<BugInput> {
  const changed = picked(after, changedFields(before, after));
  if (!changed.custom) return changed;
  const { custom: _, ...others } = changed;
  const custom = keyChanges(before.custom, after.custom);
  return Object.keys(custom).length === 0 ? others : { ...others, custom };
}

/** The form values of an edited bug. Of values by keys, those that are gone are null, as what is left out stays. */
export function editedInput(before: Bug, after: Bug): BugInput {
  const [from, to] = [inputOf(before), inputOf(after)];
  return { ...to, custom: { ...to.custom, ...keyChanges(from.custom, to.custom) } };
}

/** The body that the form sends: all fields of the specification, and of the others those that differ. */
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

/** An edit under way: the version that it began with, where bugs have versions, what that held, and what the fields hold by now. */
export const bugEdit = z.object({ version: z.optional(z.int()), base: bugInput, values: bugInput });

export type BugEdit = z.infer<typeof bugEdit>;

/** The edit of a stored bug, before and after something is typed. */
export function editOf(bug: Bug, values = inputOf(bug)): BugEdit {
  return { version: bug.version, base: inputOf(bug), values };
}
