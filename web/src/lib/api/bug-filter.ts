import * as z from 'zod/mini';
import * as bugs from '#contract/bugs/bugs.ts';
import { id } from '#contract/text.ts';
import { additionsOffered } from './back-end.ts';

const anyId = z
  .string()
  .check(z.refine((value) => additionsOffered() === false || id.safeParse(value).success));

/** The filter and order of a list, as in the address. */
export const bugFilter = z.extend(bugs.bugFilter, {
  assignedTo: z.optional(z.union([z.enum(['me', 'none']), anyId])),
  createdBy: z.optional(z.union([z.literal('me'), anyId])),
  query: bugs.listBugsQuery.shape.query,
});

export type BugFilter = z.infer<typeof bugFilter>;
