import { z } from 'zod';
import { type Bug, createBugBody, priorities, statuses } from '#contract/bugs.ts';

/** What the fields of a bug hold while one types: any text. An empty assignee is none. */
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
export const newBugRules = z
  .custom<BugInput>()
  .transform((input): z.input<typeof createBugBody> => input)
  .pipe(createBugBody);

/** A stored bug as its fields show it. */
export function inputOf({ title, description, status, priority, assignedTo }: Bug): BugInput {
  return { title, description, status, priority, assignedTo: assignedTo?._id ?? '' };
}

/** Whether two forms say the same. */
export function sameInput(one: BugInput, other: BugInput): boolean {
  return JSON.stringify(bugInput.parse(one)) === JSON.stringify(bugInput.parse(other));
}

/** The fields that say something else. */
export function changedFields(before: BugInput, after: BugInput): (keyof BugInput)[] {
  return bugInput.keyof().options.filter((field) => before[field] !== after[field]);
}

/** What was typed, in the fields in which something was; in the others what is stored by now. */
export function merged(before: BugInput, typed: BugInput, stored: BugInput): BugInput {
  const own = changedFields(before, typed).map((field) => [field, typed[field]]);
  return { ...stored, ...(Object.fromEntries(own) as Partial<BugInput>) };
}

/** An edit under way: the version that it began with, what that held, and what the fields hold by now. */
export const keptEdit = z.object({ version: z.int(), base: bugInput, values: bugInput });

export type KeptEdit = z.infer<typeof keptEdit>;
