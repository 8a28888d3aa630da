import * as z from 'zod/mini';
import { createBugBody, updateBugBody } from '#web/lib/api/specified.ts';
import type { BugFieldView, BugInput } from '#web/lib/bugs/bug-field.ts';

/** The initial values of the form of a new bug. */
export function newBug(views: readonly BugFieldView[]): BugInput {
  return Object.fromEntries(views.map(({ name, initial }) => [name, initial])) as BugInput;
}

/** The rules for a new bug: the contract's. */
export const newBugRules = z.pipe(
  z.pipe(
    z.custom<BugInput>(),
    z.transform((input: BugInput): z.input<typeof createBugBody> => input),
  ),
  createBugBody,
);

/** Whether the server accepts an edit, as far as its rules are known here. */
export function isWithinRules(values: BugInput): boolean {
  return updateBugBody.safeParse(values).success;
}
