import * as z from 'zod/mini';
import { bugFields, ofCounts, priorities, statuses } from '#contract/bugs/bug-fields.ts';
import * as bugs from '#contract/bugs/bugs.ts';
import { additions, type BugField } from '#contract/bugs/field.ts';
import * as stats from '#contract/bugs/stats.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { readAs, specified, type SpecifiedEndpoint, textOr, unnamed } from './specified-users.ts';
import { additionsOffered } from './back-end.ts';

/* The specified calls about bugs. */

/* ISO 8601 in UTC with milliseconds, so that moments compare as text; empty if there is none. */
const moment = readAs((value) => {
  const date = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
});

const count = readAs((value) => (Number.isInteger(value) ? (value as number) : undefined));

/** Values of an enum. Other back ends may have further values, which are shown unchanged. */
const choiceOf = <Value extends string>(_: readonly Value[]) =>
  readAs((value) => (typeof value === 'string' ? value : '') as Value);

/** A reference to a user. An id without a name is valid, so that saving the bug keeps it. */
function referenceIn(value: unknown): UserRef | null {
  const { _id, name } =
    typeof value === 'object' && value !== null ? (value as Partial<UserRef>) : { _id: value };
  if (typeof _id !== 'string' || _id === '') return null;
  return { _id, name: typeof name === 'string' ? name : unnamed.name };
}

/** The schemas of fields that features add: each is empty if the back end does not have it. */
function additionSchemas<F extends Readonly<Record<string, BugField>>>(fields: F) {
  const schemas = Object.entries(fields).map(([name, { value, empty }]) => [
    name,
    readAs((given) => value.safeParse(given).data ?? empty),
  ]);
  return Object.fromEntries(schemas) as {
    [K in keyof F]: ReturnType<typeof readAs<z.output<F[K]['value']>>>;
  };
}

export const bug = z.object({
  _id: z.string(),
  title: textOr(''),
  description: textOr(''),
  status: choiceOf(statuses),
  priority: choiceOf(priorities),
  assignedTo: readAs(referenceIn),
  ...additionSchemas(additions(bugFields)),
  createdBy: readAs((value) => referenceIn(value) ?? unnamed),
  createdAt: moment,
  updatedAt: moment,
  /** An addition: the bug's number for users. */
  number: count,
  /** An addition: counts the changes. */
  version: count,
  /** Additions: the counts of features. */
  ...ofCounts(() => count),
  /** An addition: the rank on boards. */
  rank: z.optional(count),
});

export type Bug = z.infer<typeof bug>;

export const getStats = specified(stats.getStats, stats.stats);
export const listBugs = specified(bugs.listBugs, z.array(bug), { query: ['status', 'priority'] });
export const getBug = specified(bugs.getBug, bug);
/** An empty response if the back end offers only the specification. */
export const createBug = specified(bugs.createBug, z.optional(bug), { hasAnswer: false });
/** An empty response if the back end offers only the specification. */
export const updateBug = specified(bugs.updateBug, z.optional(bug), { hasAnswer: false });
export const deleteBug: SpecifiedEndpoint<typeof bugs.deleteBug> = {
  ...bugs.deleteBug,
  specified: { query: [], hasAnswer: false },
};

/* Only the back end knows who can be assigned to a bug. */
const assignee = z.pipe(
  z.string(),
  z.transform((value) => (value === '' ? null : value)),
);

/** The rules for a new bug and for an edit. */
export const createBugBody = z.extend(bugs.createBugBody, { assignedTo: assignee });
export const updateBugBody = z.partial(createBugBody);

/** Other back ends may have ids of any form. */
const anyId = z
  .string()
  .check(z.refine((value) => value !== '' && !value.includes(',') && additionsOffered() === false));

/** The filter and order of a list, as in the address. */
export const bugFilter = z.extend(bugs.bugFilter, {
  assignedTo: z.union([bugs.bugFilter.shape.assignedTo, anyId]),
  createdBy: z.union([bugs.bugFilter.shape.createdBy, anyId]),
  query: bugs.listBugsQuery.shape.query,
});

export type BugFilter = z.infer<typeof bugFilter>;
