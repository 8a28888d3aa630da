import * as z from 'zod/mini';
import { type BugFields, bugFields } from './bug-fields.ts';
import { bugMessages } from './bugs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { id, timestamp } from '#contract/text.ts';
import { userRef } from '#contract/accounts/users.ts';

type ChangeSchemas = {
  [K in keyof BugFields]: z.ZodMiniObject<{
    field: z.ZodMiniLiteral<K>;
    from: BugFields[K]['value'];
    to: BugFields[K]['value'];
  }>;
};

/** A changed field with its old and new value. */
const fieldChange = z.union(
  Object.entries(bugFields).map(([field, { value }]) =>
    z.object({ field: z.literal(field), from: value, to: value }),
  ) as unknown as readonly ChangeSchemas[keyof BugFields][],
);

const fieldNames = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(bugFields));

/** The changes of one edit. The first entry is the creation, which has the bug's id and no changes. */
export const historyEntry = z.object({
  _id: id,
  at: timestamp,
  by: userRef,
  /** The version that the edit produced. Missing versions are older than the history. */
  version: z.int(),
  changes: z.array(fieldChange).check(
    z.meta({
      description: `an array, each an object of \`field\` (${fieldNames}), \`from\` and \`to\`, which hold what a bug does`,
    }),
  ),
});

export type FieldChange = z.infer<typeof fieldChange>;
export type HistoryEntry = z.infer<typeof historyEntry>;

export const historyMessages = catalogue('history', {
  unknownEntry: () => 'after must be the id of an entry of this bug',
});

export const historyPage = 100;

export const getHistory = endpoint('GET', '/api/bugs/:id/history', {
  summary: `What was changed on a bug, by whom and when, oldest first from its creation on, at most ${historyPage} entries at a time, and fewer where they are long; the next page’s address is in \`Link\`, \`after\` continues behind an entry.`,
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  query: z.strictObject({ after: z.optional(id) }),
  response: z.array(historyEntry),
  notFound: bugMessages.notFound(),
});
