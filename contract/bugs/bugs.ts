import * as z from 'zod/mini';
import { bugFieldMessages, bugFields, countSchemas, fixedFields } from './bug-fields.ts';
import { cleanText, id, idList, positiveNumber } from '#contract/text.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { filterSchemas, inputSchemas, sortingNames, valueSchemas } from './field.ts';
import { catalogue, type Message, says } from '#contract/messages.ts';
import { isAdmin, type Permission } from '#contract/permissions.ts';
import type { UserRef } from '#contract/accounts/users.ts';

export const bug = z.object({
  _id: id,
  number: z.int(),
  ...valueSchemas(bugFields),
  ...countSchemas,
  /** Its place in the order of boards, if it was placed there (see `rankOf`). */
  rank: z.optional(z.int()),
  ...valueSchemas(fixedFields),
  version: z.int(),
});

export type Bug = z.infer<typeof bug>;

export const bugMessages = catalogue('bugs', {
  notFound: () => 'Bug not found',
  onlyCreatorEdits: () => 'Only the creator of a bug or an admin can edit it',
  onlyCreatorDeletes: () => 'Only the creator of a bug or an admin can delete it',
  noSort: ({ values }: { values: readonly string[] }) =>
    `sort must be one of ${values.join(', ')}, with - in front for descending`,
  noCursor: () => 'cursor is not valid',
});

/** Messages about bugs that only the server sends. */
export const bugRefusals = catalogue('bugRefusals', {
  changedMeanwhile: () => 'Someone else changed this bug meanwhile',
  unknownAssignee: () => 'Assigned To must be one of the users',
  suspendedAssignee: ({ name }: { name: string }) => `${name} is suspended and cannot be assigned new bugs`,
  cursorOfOtherList: () => 'cursor is not valid for this list',
});

/** A permission on a bug that its creator and admins have. */
function ofCreator(name: string, refusal: Message): Permission<{ readonly createdBy: Pick<UserRef, '_id'> }> {
  return {
    name,
    on: 'bug',
    refusal,
    allows: (actor, { createdBy }) => isAdmin(actor) || actor._id === createdBy._id,
  };
}

export const bugPermissions = {
  edit: ofCreator('edit bug', bugMessages.onlyCreatorEdits()),
  delete: ofCreator('delete bug', bugMessages.onlyCreatorDeletes()),
};

/** The fields of a new bug. */
export const createBugBody = z.strictObject(inputSchemas(bugFields));

/** An edit: omitted fields stay unchanged. */
export const updateBugBody = z.partial(createBugBody);

export const sortFields = ['createdAt', 'updatedAt', 'rank', ...sortingNames(bugFields)] as const;
export type SortField = (typeof sortFields)[number];
export type Sort = SortField | `-${SortField}`;
const sorts = sortFields.flatMap((field) => [field, `-${field}`] as const) as [Sort, ...Sort[]];

/** The order of a list. */
export const sortOrder = z.enum(sorts, { error: says(bugMessages.noSort({ values: sortFields })) });

const pageLimit = { max: 500 };
export const maxSearchLength = 1000;
/** The length of the longest query, in code points. */
export const maxQueryLength = 2000;

/** The filter and order of a list, in the API's query and in the address of the screen. */
export const bugFilter = z.strictObject({
  ...filterSchemas(bugFields),
  q: z.optional(cleanText('Search', { max: maxSearchLength })),
  ...filterSchemas(fixedFields),
  sort: z.optional(sortOrder),
});

export type BugFilter = z.infer<typeof bugFilter>;

/** The highest possible number of a bug. */
export const maxNumber = 2_147_483_647;

export const listBugsQuery = z.extend(bugFilter, {
  /** The number of a bug, as in `#42`: at most one match. */
  number: positiveNumber('number', maxNumber),
  limit: positiveNumber('limit', pageLimit.max),
  query: z.optional(cleanText('Query', { max: maxQueryLength })),
  /** The time zone of the days in a query. */
  zone: z.optional(z.string()),
  cursor: z.optional(z.string().check(z.maxLength(8000, { error: says(bugMessages.noCursor()) }))),
});

/** The highest number of users whom a text mentions. */
export const maxMentions = 50;

const mentionMessages = catalogue('mentions', {
  noMentions: ({ max }: { max: number }) => `mentions must be the ids of at most ${max} users`,
});

/** Ids of users; without it, each `@` with the full name of exactly one user is a mention. */
export const mentionIds = z.optional(
  idList(maxMentions, { error: mentionMessages.noMentions({ max: maxMentions }) }),
);

const bugParams = z.strictObject({ id });
const notFound = bugMessages.notFound();
/** The longest description in emoji, each written as two JSON escapes, still fits. */
const bodyLimit = 1_280 * 1024;

export const listBugs = endpoint('GET', '/api/bugs', {
  summary:
    'Bugs, newest first. Without `limit` all of them; with `limit`, or else with the header `Prefer: maxpagesize=100`, a page, with the address of the next in `Link` and the number of matches in `X-Total-Count`, like `200+` or `1000+` where more would have to be counted. `q` is searched for in titles and descriptions: all its words in any order, each of which may be a part of a word, and what is in double quotes as one text. Case, marks such as accents, and width make no difference; marks do in double quotes. The word `in:comments` in it is not searched for: with it, each of the others may also be in a comment. `query` selects by the [query language](query-language.md), whose days are those of the time zone `zone` (UTC by default); its `sort:` comes before `sort`. A bug has to meet all parameters. `status`, `priority`, `assignedTo` and `createdBy` are one value or several, separated by commas. `number` selects the bug with this number.',
  access: 'signed-in',
  status: 200,
  query: listBugsQuery,
  response: z.array(bug),
  maxPreferredPage: pageLimit.max,
});

export const getBug = endpoint('GET', '/api/bugs/:id', {
  summary: 'One bug. `ETag` is its version, for `If-Match`.',
  access: 'signed-in',
  status: 200,
  params: bugParams,
  response: bug,
  notFound,
});

export const createBug = endpoint('POST', '/api/bugs', {
  summary:
    'Files a bug. Status and priority have no defaults. `files` are the ids of at most 20 own uploads that belong to nothing yet. `mentions` are the ids of the users whom the description mentions, who cannot be suspended; without it, each `@` before the full name of exactly one user who is not suspended is a mention, in the text as it is shown: not in code, addresses and quotations. A name is found without regard to case and marks, unless someone has it to the letter.',
  access: 'signed-in',
  status: 201,
  body: z.extend(createBugBody, { mentions: mentionIds }),
  response: bug,
  bodyLimit,
  idempotent: true,
  errors: ['too_many_requests'],
});

export const updateBug = endpoint('PUT', '/api/bugs/:id', {
  summary:
    'Edits a bug; creator and admins only. Omitted fields stay unchanged; an empty `assignedTo` unassigns. `files` replaces those of the bug; one that was removed can be given again for three days. `mentions` replaces those of the description; without it, they follow its text. With `If-Match`, only that version is edited.',
  access: bugPermissions.edit,
  status: 200,
  params: bugParams,
  body: z.extend(updateBugBody, { mentions: mentionIds }),
  response: bug,
  notFound,
  bodyLimit,
  errors: ['version_mismatch', 'too_many_requests'],
});

export const deleteBug = endpoint('DELETE', '/api/bugs/:id', {
  summary: 'Deletes a bug permanently; creator and admins only.',
  access: bugPermissions.delete,
  status: 204,
  params: bugParams,
  notFound,
});

export const manifest = {
  endpoints: [listBugs, getBug, createBug, updateBug, deleteBug],
  messages: { bugs: bugMessages, bugFields: bugFieldMessages, bugRefusals, mentions: mentionMessages },
  permissions: bugPermissions,
  liveKinds: ['bug'],
  shapes: { Bug: bug },
} as const satisfies Manifest;
