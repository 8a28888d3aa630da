import * as z from 'zod/mini';
import { getBug, priorities, statuses } from './bugs.ts';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './text.ts';
import { userRef } from './users.ts';

/** A changed field with its old and new value. */
function changeOf<const Field extends string, Value extends z.ZodMiniType>(field: Field, value: Value) {
  return z.object({ field: z.literal(field), from: value, to: value });
}

const fieldChange = z.union([
  changeOf('title', z.string()),
  changeOf('description', z.string()),
  changeOf('status', z.enum(statuses)),
  changeOf('priority', z.enum(priorities)),
  changeOf('assignedTo', z.nullable(userRef)),
]);

/** The changes of one edit. The first entry is the creation, which has the bug's id and no changes. */
export const historyEntry = z.object({
  _id: id,
  at: timestamp,
  by: userRef,
  /** The version that the edit produced. Missing versions are older than the history. */
  version: z.int(),
  changes: z.array(fieldChange).check(
    z.meta({
      description:
        'an array, each an object of `field` (title, description, status, priority or assignedTo), `from` and `to`, which hold what a bug does',
    }),
  ),
});

export type FieldChange = z.infer<typeof fieldChange>;
export type HistoryEntry = z.infer<typeof historyEntry>;

export const historyPage = 100;

export const getHistory = endpoint('GET', '/api/bugs/:id/history', {
  summary: `What was changed on a bug, by whom and when, oldest first from its creation on, at most ${historyPage} entries at a time, and fewer where they are long; the next page’s address is in \`Link\`, \`after\` goes on behind an entry.`,
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  query: z.strictObject({ after: z.optional(id) }),
  response: z.array(historyEntry),
  notFound: getBug.notFound ?? '',
});
