import * as z from 'zod/mini';
import { type BugFieldName, bugFields } from '#contract/bugs/bug-fields.ts';
import { userRef } from '#contract/accounts/users.ts';

/* What others have done to a bug; `sentences.ts` puts it into words. */

/**
 * The kinds of actions, starting with those that concern the reader most: the reader was assigned, mentioned, asked or
 * unassigned. The actions on the bug follow.
 */
export const actionKinds = [
  'assigned',
  'mentioned',
  'asked',
  'unassigned',
  'commented',
  'filed',
  'set',
  'asked-reporter',
  'took',
  'added',
  'removed',
  'changed',
] as const;
export type ActionKind = (typeof actionKinds)[number];

const actionFields = Object.keys(bugFields) as BugFieldName[];

/** One thing that a user did. */
const action = z.object({
  is: z.enum(actionKinds),
  /** The field that was set, added to, removed from or changed. */
  field: z.optional(z.enum(actionFields)),
  /** The name of a field that admins have defined. */
  name: z.optional(z.string()),
  /** The value that was set, the names of what was added or removed, or how often the user commented. */
  to: z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))),
});

export type Action = z.infer<typeof action>;

/** What was done to a bug in some period, at most a few actions. */
export const news = z.object({
  /** By user, first the one whose actions concern the reader most. `quote` begins the last comment or question. */
  by: z.array(z.object({ user: userRef, actions: z.array(action), quote: z.nullable(z.string()) })),
  /** How many further changes there were. */
  more: z.int(),
});

export type News = z.infer<typeof news>;
