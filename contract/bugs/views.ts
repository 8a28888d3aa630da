import * as z from 'zod/mini';
import { maxQueryLength, sortOrder } from './bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue, says } from '#contract/messages.ts';
import { isAdmin, type Permission } from '#contract/permissions.ts';
import { cleanText, fieldMessages, id, requiredLine } from '#contract/text.ts';
import { type UserRef, userRef } from '#contract/accounts/users.ts';

export const maxViews = {
  /** The views of one owner. */
  own: 100,
  /** The shared views of all owners together. */
  shared: 500,
  /** The shared views of one owner: without this limit, one user could use up the limit of all. */
  ownShared: 20,
  /** The pinned views of one user. */
  pinned: 10,
  columns: 60,
};

/** The widths that a column can have, in pixels. */
export const columnWidth = { min: 48, max: 800 };

const viewMessages = catalogue('views', {
  notColumns: ({ max }: { max: number }) =>
    `Columns must be at most ${max} different ones, each with a name and perhaps a width`,
  notGroup: () => 'group must be the name of a field, or null',
  notOrder: () => 'views must be different views, each with isPinned',
});

/** Messages about views that only the server sends. */
export const viewRefusals = catalogue('viewRefusals', {
  notFound: () => 'View not found',
  onlyOwner: () => 'Only its owner or an admin can change this view',
  nameTaken: () => 'You already have a view with this name',
  tooMany: ({ max }: { max: number }) => `You can have at most ${max} views`,
  tooManyShared: ({ max }: { max: number }) => `There can be at most ${max} shared views`,
  tooManyOwnShared: ({ max }: { max: number }) => `You can share at most ${max} views`,
  tooManyPinned: ({ max }: { max: number }) => `At most ${max} views can be pinned`,
});

/** The name of a field, which may be one that admins have defined. */
const fieldName = z.string().check(z.regex(/^[A-Za-z][\w:.-]{0,59}$/));

const viewColumn = z.strictObject({
  name: fieldName,
  /** In pixels. */
  width: z.optional(z.int().check(z.minimum(columnWidth.min), z.maximum(columnWidth.max))),
});

export type ViewColumn = z.infer<typeof viewColumn>;

const wrongColumns = says(viewMessages.notColumns({ max: maxViews.columns }));
const columns = z.array(viewColumn, { error: wrongColumns }).check(
  z.maxLength(maxViews.columns, { error: wrongColumns }),
  z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { error: wrongColumns }),
);

const view = z.object({
  /** An id, or the name of a standard view. */
  _id: z.string(),
  name: z.string(),
  /** In the query language, with the current names of the objects that it names. */
  query: z.string(),
  /** The order of the list, unless the query has one; null for newest first. */
  sort: z.nullable(sortOrder),
  /** The columns between title and actions, in their order; null for the default columns. */
  columns: z.nullable(z.array(viewColumn)),
  /** The field whose values rows are grouped by. */
  group: z.nullable(z.string()),
  /** Whether all users see it. */
  isShared: z.boolean(),
  /** Null for a standard view, which every user has. */
  owner: z.nullable(userRef),
  /** Whether the caller has it in the bar. */
  isPinned: z.boolean(),
});

export type View = z.infer<typeof view>;

/** The views that every user has. */
export const standardViews = [
  { _id: 'assigned-to-me', name: 'Assigned to me', query: 'assignee:@me', sort: null },
  { _id: 'filed-by-me', name: 'Filed by me', query: 'reporter:@me', sort: null },
  { _id: 'unassigned', name: 'Unassigned', query: 'assignee:none', sort: null },
  { _id: 'high-and-open', name: 'High and open', query: 'priority:high status:open', sort: null },
  { _id: 'changed-this-week', name: 'Changed this week', query: 'updated:>-7d', sort: '-updatedAt' },
] as const satisfies readonly Pick<View, '_id' | 'name' | 'query' | 'sort'>[];

export type StandardView = (typeof standardViews)[number]['_id'];

interface Owned {
  readonly owner: Pick<UserRef, '_id'> | null;
  readonly isShared: boolean;
}

const change: Permission<Owned> = {
  name: 'change view',
  on: 'view',
  refusal: viewRefusals.onlyOwner(),
  allows: (actor, { owner, isShared }) => owner?._id === actor._id || (isShared && isAdmin(actor)),
};

export const viewPermissions = { change };

const wrongGroup = { error: says(viewMessages.notGroup()) };

export const createViewBody = z.strictObject({
  name: requiredLine('Name', { max: 60, as: 'name' }),
  query: cleanText('Query', { max: maxQueryLength }),
  sort: z.optional(z.nullable(sortOrder)),
  columns: z.optional(z.nullable(columns)),
  group: z.optional(
    z.nullable(z.string(wrongGroup).check(z.refine((name) => fieldName.safeParse(name).success, wrongGroup))),
  ),
  isShared: z.optional(z.boolean({ error: says(fieldMessages.notBoolean({ field: 'Shared' })) })),
});

const wrongOrder = says(viewMessages.notOrder());
const place = z.strictObject({ _id: z.string().check(z.maxLength(60)), isPinned: z.boolean() });

export type ViewPlace = z.infer<typeof place>;

const places = z.array(place, { error: wrongOrder }).check(
  z.maxLength(maxViews.own + maxViews.shared + standardViews.length, { error: wrongOrder }),
  z.refine((all) => new Set(all.map(({ _id }) => _id)).size === all.length, { error: wrongOrder }),
);

const params = z.strictObject({ id });
const notFound = viewRefusals.notFound();

const viewCount = z.object({ _id: z.string(), total: z.nullable(z.string()) });

export type ViewCount = z.infer<typeof viewCount>;

export const listViews = endpoint('GET', '/api/views', {
  summary:
    'The views that the caller sees: the standard ones, whose `_id` is a name, their own, and those that others share; in the caller’s order.',
  access: 'signed-in',
  status: 200,
  workspace: 'views',
  response: z.array(view),
});

export const countViews = endpoint('GET', '/api/views/counts', {
  summary:
    'How many bugs match each of the caller’s pinned views: a number as text, or one like `1000+` where more would have to be counted; null where the query names what no longer exists. Days are those of the time zone `zone` (UTC by default).',
  access: 'signed-in',
  status: 200,
  query: z.strictObject({ zone: z.optional(z.string()) }),
  response: z.array(viewCount),
});

export const createView = endpoint('POST', '/api/views', {
  summary: `Saves a view: a query, and how its list is shown. Private unless \`isShared\`. Names are unique for each owner, without regard to case. A user can have at most ${maxViews.own}; of these, at most ${maxViews.ownShared} can be shared, and at most ${maxViews.shared} of all users.`,
  access: 'signed-in',
  status: 201,
  body: createViewBody,
  response: view,
  idempotent: true,
});

export const updateView = endpoint('PUT', '/api/views/:id', {
  summary: 'Changes a view; its owner, and admins where it is shared. Omitted fields stay unchanged.',
  access: viewPermissions.change,
  status: 200,
  params,
  body: z.partial(createViewBody),
  response: view,
  notFound,
});

export const deleteView = endpoint('DELETE', '/api/views/:id', {
  summary: 'Deletes a view; its owner, and admins where it is shared.',
  access: viewPermissions.change,
  status: 204,
  params,
  notFound,
});

export const orderViews = endpoint('PUT', '/api/views/order', {
  summary: `Sets the caller’s order of views, and which of them stand in the bar: at most ${maxViews.pinned}. Views that are not named come behind, and what the caller does not see is ignored.`,
  access: 'signed-in',
  status: 200,
  body: z.strictObject({ views: places }),
  response: z.array(view),
});

export const manifest = {
  endpoints: [listViews, countViews, createView, orderViews, updateView, deleteView],
  messages: { views: viewMessages, viewRefusals },
  permissions: viewPermissions,
  liveKinds: ['view'],
  // Sent for the user's private views and order of views.
  personalKinds: ['views'],
  shapes: { View: view },
} as const satisfies Manifest;
