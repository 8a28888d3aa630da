import * as z from 'zod/mini';
import { bugMessages } from '#contract/bugs/bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { isAdmin, type Permission } from '#contract/permissions.ts';
import { id } from '#contract/text.ts';
import { userRef } from '#contract/accounts/users.ts';

export const watchingMessages = catalogue('watching', {
  onlyAdminsChangeOthers: () => 'Only admins can change what other users watch',
  unknownUser: () => 'user must be the id of a user who is not suspended',
});

const change: Permission<{ readonly userId: string }> = {
  name: 'change watching',
  on: 'watching',
  refusal: watchingMessages.onlyAdminsChangeOthers(),
  allows: (actor, { userId }) => isAdmin(actor) || actor._id === userId,
};

/** Only the user and admins can change whether that user watches a bug. */
export const watchingPermissions = { change };

/** The watchers of a bug that the caller may see. */
const watchers = z.object({
  /** By name. Admins see all of them, other users only themselves. */
  watchers: z.array(userRef),
  /** Counts all watchers except suspended users. */
  count: z.int(),
  /** Whether the caller is one of them. */
  isWatching: z.boolean(),
});

export type Watchers = z.infer<typeof watchers>;

const params = z.strictObject({ id });
const query = z.strictObject({ user: z.optional(id) });
const notFound = bugMessages.notFound();

export const watchBug = endpoint('PUT', '/api/bugs/:id/watch', {
  summary:
    'Watches a bug. Users also watch what they file, comment on, are assigned to or are mentioned in. Admins can name another `user`.',
  access: change,
  status: 204,
  params,
  query,
  notFound,
});

export const unwatchBug = endpoint('DELETE', '/api/bugs/:id/watch', {
  summary:
    'Stops watching a bug, until the user is mentioned in it or assigned to it again, or chooses to watch it. Admins can name another `user`.',
  access: change,
  status: 204,
  params,
  query,
  notFound,
});

export const getWatchers = endpoint('GET', '/api/bugs/:id/watchers', {
  summary: 'How many users watch a bug, and whether the caller does. Admins also get the users.',
  access: 'signed-in',
  status: 200,
  bugPage: { name: 'watchers' },
  params,
  response: watchers,
  notFound,
});

export const manifest = {
  endpoints: [watchBug, unwatchBug, getWatchers],
  messages: { watching: watchingMessages },
  permissions: watchingPermissions,
  // A change has the id of the bug.
  liveKinds: ['watchers'],
} as const satisfies Manifest;
