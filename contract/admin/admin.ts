import * as z from 'zod/mini';
import { emailConfirmationMessages } from '#contract/accounts/account-links.ts';
import { emailChange, emailChangeMessages } from '#contract/accounts/email-changes.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue, says } from '#contract/messages.ts';
import { adminPermissions, roles } from '#contract/permissions.ts';
import { cleanText, fieldMessages, id, timestamp } from '#contract/text.ts';
import { confirmationFields, email, userRef } from '#contract/accounts/users.ts';

/** A user, as admins see one. */
const managedUser = z.extend(userRef, {
  email: z.string(),
  ...confirmationFields,
  role: z.enum(roles),
  suspended: z.boolean(),
  createdAt: timestamp,
  /** When any of the user's live sessions was last used, within five minutes. */
  lastSeenAt: z.nullable(timestamp),
  /** Changes of the e-mail address that can be undone, newest first. */
  emailChanges: z.array(emailChange),
});

export type ManagedUser = z.infer<typeof managedUser>;

export const adminMessages = catalogue('admin', {
  notFound: () => 'User not found',
  suspended: () => 'This account is suspended. Reinstate it first.',
});

const notFound = adminMessages.notFound();
const params = z.strictObject({ id });

export const listManagedUsers = endpoint('GET', '/api/admin/users', {
  summary: 'All accounts, by name. `q` searches names and e-mail addresses.',
  access: adminPermissions.manageUsers,
  status: 200,
  query: z.strictObject({
    q: z.optional(cleanText('Search', { max: 254 })),
  }),
  response: z.array(managedUser),
});

export const updateManagedUser = endpoint('PATCH', '/api/admin/users/:id', {
  summary:
    'Changes a user’s role, or suspends and reinstates a user; takes effect on the next request. The last admin cannot be demoted or suspended.',
  access: adminPermissions.manageUsers,
  status: 200,
  params,
  body: z.strictObject({
    role: z.optional(
      z.enum(roles, { error: says(fieldMessages.notOneOf({ field: 'Role', values: roles })) }),
    ),
    suspended: z.optional(z.boolean({ error: says(fieldMessages.notBoolean({ field: 'Suspended' })) })),
  }),
  response: managedUser,
  notFound,
  errors: ['last_admin'],
});

export const endUserSessions = endpoint('DELETE', '/api/admin/users/:id/sessions', {
  summary: 'Ends all of a user’s sessions.',
  access: adminPermissions.manageUsers,
  status: 204,
  params,
  notFound,
});

export const takeBackUserEmailChange = endpoint('DELETE', '/api/admin/users/:id/email-changes/:change', {
  summary: 'Undoes a change of a user’s e-mail address, and later ones. Ends the sessions that made them.',
  access: adminPermissions.manageUsers,
  status: 204,
  params: z.strictObject({ id, change: id }),
  notFound: emailChangeMessages.notFound(),
});

export const confirmUserEmail = endpoint('POST', '/api/admin/users/:id/confirm-email', {
  summary:
    'Confirms a user’s e-mail address, or the new one of a change that waits for confirmation, on behalf of the user.',
  access: adminPermissions.manageUsers,
  status: 200,
  params,
  body: z.strictObject({ email }),
  response: managedUser,
  notFound: emailConfirmationMessages.nothingToConfirm(),
  errors: ['email_taken', 'too_many_requests'],
});

export const createResetLink = endpoint('POST', '/api/admin/users/:id/reset-link', {
  summary:
    'Creates a link with which the user can set a new password, once and within 30 minutes. It voids earlier ones.',
  access: adminPermissions.manageUsers,
  status: 201,
  params,
  response: z.object({ url: z.string(), expiresAt: timestamp }),
  notFound,
  errors: ['suspended'],
});

export const createInvitation = endpoint('POST', '/api/admin/invitations', {
  summary:
    'Creates a one-time registration link that is valid for seven days, also when registration is by invitation.',
  access: adminPermissions.invite,
  status: 201,
  response: z.object({ url: z.string(), expiresAt: timestamp }),
  idempotent: 'in session',
});

export const getBackups = endpoint('GET', '/api/admin/backups', {
  summary:
    'The time of the newest backup that was verified by restoring it, and the last failure since then, if any.',
  access: adminPermissions.readBackups,
  status: 200,
  response: z.object({
    provenAt: z.nullable(timestamp),
    failure: z.nullable(z.object({ at: timestamp, reason: z.string() })),
  }),
});

/** The durations of the calls of a route, in milliseconds. */
const routeTimes = z.object({
  method: z.string(),
  /** The path, with parameters as `:name`, or a label for several paths, like `files`. */
  route: z.string(),
  calls: z.int(),
  /** Calls with a status of 500 or more. */
  failures: z.int(),
  p50: z.number(),
  p95: z.number(),
  slowest: z.number(),
  /** The total of all calls. */
  total: z.number(),
});

export type RouteTimes = z.infer<typeof routeTimes>;

export const getTimes = endpoint('GET', '/api/admin/times', {
  summary:
    'The durations of the calls in the last five minutes, by route, in milliseconds until the response began, of the instance that answers. The longest total comes first.',
  access: adminPermissions.readMetrics,
  status: 200,
  response: z.object({ instance: z.string(), minutes: z.int(), routes: z.array(routeTimes) }),
});

export const manifest = {
  endpoints: [
    listManagedUsers,
    updateManagedUser,
    endUserSessions,
    takeBackUserEmailChange,
    confirmUserEmail,
    createResetLink,
    createInvitation,
    getBackups,
    getTimes,
  ],
  messages: { admin: adminMessages },
  permissions: adminPermissions,
} as const satisfies Manifest;
