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
  noInvitation: () => 'Invitation not found: it was used, withdrawn, or has expired',
  tooManyAddresses: ({ max }: { max: number }) => `Invite 1 to ${max} addresses at once`,
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

/** An invitation that was not used and has not expired. */
const invitation = z.object({
  _id: id,
  /** Null for a link that someone hands over. */
  email: z.nullable(z.string()),
  /** Null if it was made on the command line. */
  invitedBy: z.nullable(userRef),
  createdAt: timestamp,
  expiresAt: timestamp,
});

export type Invitation = z.infer<typeof invitation>;

/** The maximum number of invitations in a list. */
export const invitationsListed = 500;

export const listInvitations = endpoint('GET', '/api/admin/invitations', {
  summary: `The invitations that were not used and have not expired, newest first, ${invitationsListed} at most; whether the server mails them, and the address that their links begin with.`,
  access: adminPermissions.invite,
  status: 200,
  response: z.object({
    invitations: z.array(invitation),
    isMailed: z.boolean(),
    publicUrl: z.string(),
    /** Whether the operator has set that address. */
    hasPublicUrl: z.boolean(),
  }),
});

/** How many addresses can be invited at once. */
export const mostInvited = 100;

const tooManyAddresses = adminMessages.tooManyAddresses({ max: mostInvited });

export const inviteAddresses = endpoint('POST', '/api/admin/invitations/by-email', {
  summary: `Invites 1 to ${mostInvited} addresses, each with a link that is valid for seven days. Where mail is set up, the links are mailed, otherwise they are in the response. An address that is invited already gets the same link again, valid anew. \`skipped\` names the addresses that come twice, that an account has, or that were sent three links lately.`,
  access: adminPermissions.invite,
  status: 200,
  body: z.strictObject({
    emails: z
      .array(email, { error: says(tooManyAddresses) })
      .check(
        z.minLength(1, { error: says(tooManyAddresses) }),
        z.maxLength(mostInvited, { error: says(tooManyAddresses) }),
      ),
  }),
  response: z.object({
    invited: z.array(z.object({ email: z.string(), url: z.nullable(z.string()), expiresAt: timestamp })),
    skipped: z.array(
      z.object({ email: z.string(), reason: z.enum(['duplicate', 'account', 'mailed lately']) }),
    ),
  }),
  errors: ['too_many_requests'],
});

export const withdrawInvitation = endpoint('DELETE', '/api/admin/invitations/:id', {
  summary: 'Withdraws an invitation: its link is void.',
  access: adminPermissions.invite,
  status: 204,
  params,
  notFound: adminMessages.noInvitation(),
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
  /** The total duration of all calls. */
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
    listInvitations,
    inviteAddresses,
    withdrawInvitation,
    getBackups,
    getTimes,
  ],
  messages: { admin: adminMessages },
  permissions: adminPermissions,
} as const satisfies Manifest;
