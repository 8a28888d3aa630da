import * as z from 'zod/mini';
import { bug } from '#contract/bugs/bugs.ts';
import { id, idList, positiveNumber, timestamp } from '#contract/text.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue, type Message, says } from '#contract/messages.ts';
import { userRef } from '#contract/accounts/users.ts';
import { news } from './news.ts';

/**
 * Why a bug is in the inbox: the user was mentioned in it or assigned to it, someone commented on it or changed its
 * status, or something else changed in a bug that the user filed or watches. The database depends on this order.
 */
export const reasons = ['mentioned', 'assigned', 'commented', 'status', 'filed', 'watching'] as const;
export type Reason = (typeof reasons)[number];

/** The reasons that concern the user directly. They end a snooze. */
export const namingReasons = ['mentioned', 'assigned'] as const satisfies readonly Reason[];
export type NamingReason = (typeof namingReasons)[number];

const inboxStates = ['unread', 'read', 'done', 'snoozed'] as const;
export type InboxState = (typeof inboxStates)[number];

/** The kind of a bug's latest activity: its creation, a change of its fields, or a comment. */
export const activityKinds = ['created', 'changed', 'commented'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** A bug in the caller's inbox. */
const inboxItem = z.object({
  bug: z.pick(bug, { _id: true, number: true, title: true, status: true, priority: true }),
  /** The reasons of all its activity since the user last read it. */
  reasons: z.array(z.enum(reasons)),
  state: z.enum(inboxStates),
  snoozedUntil: z.nullable(timestamp),
  /** The time of the first unread activity; null if all is read. */
  firstUnread: z.nullable(timestamp),
  /** Its position in the list: the moment of its latest activity, or the end of a later snooze. */
  at: timestamp,
  latest: z.object({
    kind: z.enum(activityKinds),
    by: userRef,
    at: timestamp,
    /** The comment, if the activity is one. */
    commentId: z.nullable(id),
  }),
  /** What others have done since the user last read it; for a read bug, what they had done when it was read. */
  news,
  /** How the user is related to the bug: as its reporter or assignee, or else as one who watches it. */
  relations: z.array(z.enum(['filed', 'assigned', 'watching'])),
  /** The latest unread mention of the user or assignment to the user; null if there is none. */
  named: z.nullable(z.object({ as: z.enum(namingReasons), by: userRef, at: timestamp })),
});

export type InboxItem = z.infer<typeof inboxItem>;

/** How long a bug can be snoozed, in days. */
export const maxSnoozeDays = 366;

/** The highest number of bugs that one call changes. */
export const maxBulk = 100;

/** The highest number of unread bugs that is counted. */
export const maxUnreadCount = 1_000;

export const inboxMessages = catalogue('inbox', {
  notFound: () => 'This bug is not in the inbox',
  noList: ({ values }: { values: readonly string[] }) => `state must be one of ${values.join(', ')}`,
  noReason: ({ values }: { values: readonly string[] }) => `reason must be one of ${values.join(', ')}`,
  noCursor: () => 'cursor is not valid for this list',
  noMoment: ({ field }: { field: string }) =>
    `${field} must be a moment in UTC, as in 2026-11-23T08:00:00.000Z`,
  noSnooze: ({ days }: { days: number }) =>
    `snoozedUntil must be in the future, at most ${days} days from now`,
  onlySnoozed: () => 'snoozedUntil is only for the state snoozed',
  noBulk: ({ max }: { max: number }) => `bugIds must be the ids of at most ${max} bugs`,
});

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A moment as this API writes it, in the years that both databases support. */
function moment(error: Message) {
  const isMoment = (text: string) =>
    pattern.test(text) &&
    text > '0001' &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString() === text;
  return z
    .string({ error: says(error) })
    .check(z.refine(isMoment, { error: says(error) }), z.meta({ format: 'date-time' }));
}

const upTo = z.optional(moment(inboxMessages.noMoment({ field: 'upTo' })));

const reason = z.optional(z.enum(reasons, { error: says(inboxMessages.noReason({ values: reasons })) }));

const stateFields = {
  state: z.enum(inboxStates, { error: says(inboxMessages.noList({ values: inboxStates })) }),
  snoozedUntil: z.optional(moment(inboxMessages.noMoment({ field: 'snoozedUntil' }))),
  upTo,
};

/** The rules of `snoozedUntil`. The server checks by its own clock that it is in the future. */
const snoozeChecks = [
  z.refine<{ state: InboxState; snoozedUntil?: string | undefined }>(
    ({ state, snoozedUntil }) => state !== 'snoozed' || snoozedUntil !== undefined,
    { error: says(inboxMessages.noSnooze({ days: maxSnoozeDays })), path: ['snoozedUntil'] },
  ),
  z.refine<{ state: InboxState; snoozedUntil?: string | undefined }>(
    ({ state, snoozedUntil }) => state === 'snoozed' || snoozedUntil === undefined,
    { error: says(inboxMessages.onlySnoozed()), path: ['snoozedUntil'] },
  ),
] as const;

/** The lists of an inbox. `all` has the bugs that are neither done nor snoozed. */
export const inboxLists = ['unread', 'all', 'done', 'snoozed'] as const;
export type InboxList = (typeof inboxLists)[number];

const pageLimit = 100;

export const listInbox = endpoint('GET', '/api/inbox', {
  summary:
    'The bugs in the caller’s inbox, one item for each bug, those with the latest activity first; what is snoozed, by the end of the snooze, the next first. `state` is `unread`, `done`, `snoozed`, or `all`, the default: what is neither done nor snoozed; `bug` looks only for this one. A page has 50 items, or `limit`; the address of the next is in `Link`.',
  access: 'signed-in',
  status: 200,
  bugPage: { name: 'unread', query: ({ bugId }) => ({ bug: bugId, state: 'unread' }) },
  query: z.strictObject({
    state: z.optional(z.enum(inboxLists, { error: says(inboxMessages.noList({ values: inboxLists })) })),
    reason,
    bug: z.optional(id),
    limit: positiveNumber('limit', pageLimit),
    cursor: z.optional(z.string().check(z.maxLength(200, { error: says(inboxMessages.noCursor()) }))),
  }),
  response: z.array(inboxItem),
});

export const countInbox = endpoint('GET', '/api/inbox/count', {
  summary: `How many bugs in the caller’s inbox are unread, counted up to ${maxUnreadCount}.`,
  access: 'signed-in',
  status: 200,
  workspace: 'inboxCount',
  response: z.object({ unread: z.int() }),
});

export const updateInboxItem = endpoint('PUT', '/api/inbox/:bugId', {
  summary: `Marks a bug in the caller’s inbox as unread, read or done, or hides it until \`snoozedUntil\`, at most ${maxSnoozeDays} days from now. With \`upTo\`, it is changed only where it is unread without activity after that moment: a screen marks what it has shown. New activity brings back what is done; what is snoozed comes back at its time, earlier only for a mention or an assignment.`,
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ bugId: id }),
  body: z.strictObject(stateFields).check(...snoozeChecks),
  response: inboxItem,
  notFound: inboxMessages.notFound(),
});

export const updateInbox = endpoint('PUT', '/api/inbox', {
  summary: `The same for up to ${maxBulk} bugs at once. Bugs that are not in the inbox are skipped; returns the items of the others, the one with the latest activity first.`,
  access: 'signed-in',
  status: 200,
  body: z
    .strictObject({
      bugIds: idList(maxBulk, { error: inboxMessages.noBulk({ max: maxBulk }) }),
      ...stateFields,
    })
    .check(...snoozeChecks),
  response: z.array(inboxItem),
});

export const readAllInbox = endpoint('POST', '/api/inbox/read-all', {
  summary:
    'Marks all unread bugs in the caller’s inbox as read; only those with this `reason`, and only those without activity after `upTo`, where given.',
  access: 'signed-in',
  status: 204,
  body: z.strictObject({ reason, upTo }),
});

export const manifest = {
  endpoints: [listInbox, countInbox, updateInboxItem, updateInbox, readAllInbox],
  messages: { inbox: inboxMessages },
  personalKinds: ['inbox'],
  shapes: { 'Inbox item': inboxItem },
} as const satisfies Manifest;
