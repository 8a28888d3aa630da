import type { z } from 'zod';
import {
  type BugFieldName,
  type BugInputs,
  type BugValues,
  following,
  settled,
} from '#contract/bugs/bug-fields.ts';
import type { updateBugBody } from '#contract/bugs/bugs.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { LookedUp } from '#server/extensions/bug-field.ts';
import { fieldError } from '#server/http/errors.ts';

/* The interpretation of the inputs of a request, with the looked-up references. */

/** The inputs of a request; omitted ones are undefined. */
export type Given = { readonly [K in BugFieldName]?: BugInputs[K] | undefined };

/** The results of looking up the inputs of a request. */
export type AllLookedUp = ReadonlyMap<BugFieldName, LookedUp<unknown, unknown>>;

/** Those of the inputs that others do not have. */
export function without(inputs: Given, others: Given): Given {
  const names = Object.keys(inputs).filter((name) => others[name as BugFieldName] === undefined);
  return Object.fromEntries(names.map((name) => [name, inputs[name as BugFieldName]]));
}

/** The effective inputs of a request. @throws AppError 400 */
export function decide<T extends Given>(given: T, lookedUp: AllLookedUp, before: BugInputs | undefined): T {
  const decided = [...lookedUp]
    .filter(([name]) => !isSameInput(given[name], before?.[name]))
    .map(([name, of]) => [name, of.decide(before?.[name])]);
  return { ...given, ...Object.fromEntries(decided) } as T;
}

/** The inputs with the effects on fields that depend on them. @throws AppError 400 if a given one is ruled out */
export function withFollowing<T extends Given>(given: T, before: BugInputs | undefined): T {
  const after = { ...before, ...defined(given) };
  const left = settled(after);
  const changed = following.filter(({ name }) => !isSameInput(after[name], left[name]));
  for (const { name, refusal } of changed) {
    const isAsked = given[name] !== undefined && !isSameInput(given[name], before?.[name]);
    if (isAsked) throw fieldError(name, refusal);
  }
  return { ...given, ...Object.fromEntries(changed.map(({ name }) => [name, left[name]])) };
}

/** The assignee that other fields, such as the component, imply. */
export function assigneeOf(lookedUp: AllLookedUp): UserRef | undefined {
  return [...lookedUp.values()].find(({ assignee }) => assignee)?.assignee;
}

/** The values of the inputs, without undefined ones. */
export function valuesOf(
  inputs: Given,
  lookedUp: AllLookedUp,
  before: BugValues | undefined,
): Partial<BugValues> {
  const given = Object.entries(defined(inputs)) as [BugFieldName, unknown][];
  return Object.fromEntries(
    given.map(([name, input]) => {
      const known = lookedUp.get(name);
      return [name, known ? known.valueOf(input, before?.[name]) : input];
    }),
  );
}

/** The inputs of an edit that differ from the stored bug. */
export function changesTo(current: BugInputs, edit: z.output<typeof updateBugBody>): Partial<BugInputs> {
  const changed = Object.entries(defined(edit)).filter(
    ([field, input]) => !isSameInput(input, current[field as BugFieldName]),
  );
  return Object.fromEntries(changed);
}

/** Without the fields that were left out. */
export function defined<T extends object>(inputs: T): T {
  return Object.fromEntries(Object.entries(inputs).filter(([, input]) => input !== undefined)) as T;
}
