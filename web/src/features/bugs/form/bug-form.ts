import * as z from 'zod/mini';
import { priorities, statuses } from '#contract/bugs.ts';
import type { UserRef } from '#contract/users.ts';
import { type Bug, createBugBody, updateBugBody } from '#web/lib/api/specified.ts';

/** The form values of a bug, before validation. An empty assignee means none. */
export const bugInput = z.object({
  title: z.string(),
  description: z.string(),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  assignedTo: z.string(),
});

export type BugInput = z.infer<typeof bugInput>;

export const newBug: BugInput = {
  title: '',
  description: '',
  status: 'open',
  priority: 'medium',
  assignedTo: '',
};

/** The rules for a new bug: the contract's. */
export const newBugRules = z.pipe(
  z.pipe(
    z.custom<BugInput>(),
    z.transform((input: BugInput): z.input<typeof createBugBody> => input),
  ),
  createBugBody,
);

/** A stored bug as its fields show it. */
export function inputOf({ title, description, status, priority, assignedTo }: Bug): BugInput {
  return { title, description, status, priority, assignedTo: assignedTo?._id ?? '' };
}

/** The bug as it will be once the fields are stored. */
export function bugAs(bug: Bug, { assignedTo, ...values }: BugInput, people: readonly UserRef[]): Bug {
  return { ...bug, ...values, assignedTo: people.find(({ _id }) => _id === assignedTo) ?? null };
}

export type BugField = keyof BugInput;

/** The fields that can be changed without the form, on a bug's page and on many bugs at once. */
export type QuickField = 'status' | 'priority' | 'assignedTo';

export const bugFields = z.keyof(bugInput).options;

/** The fields that say something else. */
export function changedFields(before: BugInput, after: BugInput): BugField[] {
  return bugFields.filter((field) => before[field] !== after[field]);
}

/** What a change without the form sends: the fields that say something else, and no other. */
export function changesOf(before: BugInput, after: BugInput): Partial<BugInput> {
  const changed = changedFields(before, after).map((field) => [field, after[field]]);
  return Object.fromEntries(changed) as Partial<BugInput>;
}

/** Whether the server accepts an edit, as far as its rules are known here. */
export function isWithinRules(values: BugInput): boolean {
  return updateBugBody.safeParse(values).success;
}

/** An edit under way: the version that it began with, where bugs have versions, what that held, and what the fields hold by now. */
export const bugEdit = z.object({ version: z.optional(z.int()), base: bugInput, values: bugInput });

export type BugEdit = z.infer<typeof bugEdit>;

/** The edit of a stored bug, before and after something is typed. */
export function editOf(bug: Bug, values = inputOf(bug)): BugEdit {
  return { version: bug.version, base: inputOf(bug), values };
}
