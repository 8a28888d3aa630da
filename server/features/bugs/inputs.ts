import type { z } from 'zod';
import {
  type BugFieldName,
  type BugInputs,
  type BugValues,
  dependentFields,
  settled,
} from '#contract/bugs/bug-fields.ts';
import type { updateBugBody } from '#contract/bugs/bugs.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { LookedUp } from '#server/extensions/bug-field.ts';
import { fieldError } from '#server/http/errors.ts';

/* Turns the inputs of a request into those that are stored. */

/** Inputs of some fields; the others are missing or undefined. */
export type SomeInputs = { readonly [K in BugFieldName]?: BugInputs[K] | undefined };

/** What inputs refer to, by field. Fields without references are missing. */
export type References = ReadonlyMap<BugFieldName, LookedUp<unknown, unknown>>;

/** The inputs of fields for which `others` has no input. */
export function without(inputs: SomeInputs, others: SomeInputs): SomeInputs {
  const names = Object.keys(inputs).filter((name) => others[name as BugFieldName] === undefined);
  return Object.fromEntries(names.map((name) => [name, inputs[name as BugFieldName]]));
}

/** The inputs with their effective values, as decided by what they refer to. @throws AppError 400 */
export function resolveInputs<T extends SomeInputs>(
  inputs: T,
  references: References,
  before: BugInputs | undefined,
): T {
  const resolved = [...references]
    .filter(([name]) => !isSameInput(inputs[name], before?.[name]))
    .map(([name, reference]) => [name, reference.decide(before?.[name])]);
  return { ...inputs, ...Object.fromEntries(resolved) } as T;
}

/**
 * The inputs, and those of the dependent fields that change with them: a status can change the resolution, for example.
 * @throws AppError 400 if the inputs set a dependent field to a value that the others rule out
 */
export function withDependents<T extends SomeInputs>(inputs: T, before: BugInputs | undefined): T {
  const after = { ...before, ...defined(inputs) };
  const adapted = settled(after);
  const changed = dependentFields.filter(({ name }) => !isSameInput(after[name], adapted[name]));
  for (const { name, refusal } of changed) {
    const isRequested = inputs[name] !== undefined && !isSameInput(inputs[name], before?.[name]);
    if (isRequested) throw fieldError(name, refusal);
  }
  return { ...inputs, ...Object.fromEntries(changed.map(({ name }) => [name, adapted[name]])) };
}

/** The assignee that another field, such as the component, implies. */
export function impliedAssignee(references: References): UserRef | undefined {
  return [...references.values()].find(({ assignee }) => assignee)?.assignee;
}

/** The values that the inputs give a bug. */
export function valuesOf(
  inputs: SomeInputs,
  references: References,
  before: BugValues | undefined,
): Partial<BugValues> {
  const entries = Object.entries(defined(inputs)) as [BugFieldName, unknown][];
  return Object.fromEntries(
    entries.map(([name, input]) => {
      const reference = references.get(name);
      return [name, reference ? reference.valueOf(input, before?.[name]) : input];
    }),
  );
}

/** The inputs of an edit that differ from those of the stored bug. */
export function changesTo(current: BugInputs, edit: z.output<typeof updateBugBody>): Partial<BugInputs> {
  const changed = Object.entries(defined(edit)).filter(
    ([field, input]) => !isSameInput(input, current[field as BugFieldName]),
  );
  return Object.fromEntries(changed);
}

/** The object without undefined properties. */
export function defined<T extends object>(inputs: T): T {
  return Object.fromEntries(Object.entries(inputs).filter(([, input]) => input !== undefined)) as T;
}
