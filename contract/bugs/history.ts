import * as z from 'zod/mini';
import { type BugFields, bugFields } from './bug-fields.ts';
import { bugMessages } from './bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { comment } from '#contract/conversation/comments.ts';
import { catalogue, says } from '#contract/messages.ts';
import { relationChange } from './relations.ts';
import { id, positiveNumber, timestamp } from '#contract/text.ts';
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
const historyEntry = z.object({
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

/** An entry of a bug's timeline: `_id` is the id of the comment, history entry or relation change. */
const activityEntry = z.union([
  z.object({ kind: z.literal('comment'), _id: id, at: timestamp, comment }),
  z.object({ kind: z.literal('change'), _id: id, at: timestamp, change: historyEntry }),
  z.object({ kind: z.literal('relation'), _id: id, at: timestamp, relation: relationChange }),
]);

export type ActivityEntry = z.infer<typeof activityEntry>;

export const activityMessages = catalogue('activity', {
  unknownEntry: ({ parameter }: { parameter: string }) =>
    `${parameter} must be the id of an entry of this bug`,
  onePlace: () => 'Only one of from, before, after and around can be given',
  noPlace: () => 'from must be start or end',
});

/** The number of entries that a page has by default, and at most. */
export const activityPage = { usual: 50, max: 100 };

const places = ['from', 'before', 'after', 'around'] as const;

export const activityQuery = z
  .strictObject({
    from: z.optional(z.enum(['start', 'end'], { error: says(activityMessages.noPlace()) })),
    before: z.optional(id),
    after: z.optional(id),
    around: z.optional(id),
    limit: positiveNumber('limit', activityPage.max),
  })
  .check(
    z.refine((query) => places.filter((place) => query[place] !== undefined).length <= 1, {
      error: says(activityMessages.onePlace()),
      path: ['from'],
    }),
  );

export const getActivity = endpoint('GET', '/api/bugs/:id/activity', {
  summary: `The timeline of a bug: its comments, deleted ones included, its changes, and how it was related to other bugs, by time; the first entry is its creation, which has the bug’s id. Entries are in ascending order in every page, at most \`limit\` of them (${activityPage.usual} by default), and fewer where they are long. The page with the newest entries by default, and with \`from=end\`; with the oldest by \`from=start\`; with those before, after or around an entry by its id. \`before\` and \`after\` of the response are what to go on with in either direction, null where there is nothing. A comment that another request wrote at the same time can appear before entries that are known already.`,
  access: 'signed-in',
  status: 200,
  bugPage: { name: 'activity', query: ({ around }) => ({ around }) },
  params: z.strictObject({ id }),
  query: activityQuery,
  response: z.object({
    entries: z.array(activityEntry),
    before: z.nullable(id),
    after: z.nullable(id),
  }),
  notFound: bugMessages.notFound(),
});

export const manifest = {
  endpoints: [getHistory, getActivity],
  messages: { history: historyMessages, activity: activityMessages },
  shapes: { 'History entry': historyEntry },
} as const satisfies Manifest;
