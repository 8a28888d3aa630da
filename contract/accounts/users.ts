import * as z from 'zod/mini';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { pluralIn } from '#contract/languages.ts';
import { catalogue, says } from '#contract/messages.ts';
import { roles } from '#contract/permissions.ts';
import {
  areIdsOrNone,
  cleanText,
  fieldMessages,
  id,
  positiveNumber,
  required,
  requiredLine,
  textChecks,
  textLength,
  timestamp,
} from '#contract/text.ts';

export const passwordLength = { min: 8, max: 256 };

/** A user as other users see it, without the e-mail address. */
export const userRef = z.object({ _id: id, name: z.string() });

/** The state of confirmation of an account's e-mail addresses. */
export const confirmationFields = {
  /**
   * Whether the address is confirmed, by a mailed link or by an admin. Absent unless the server requires confirmation.
   */
  emailConfirmed: z.optional(z.boolean()),
  /** The new address that the account gets once it is confirmed. */
  pendingEmail: z.optional(z.string()),
};

/** A signed-in user, as shown to that user alone. `token` is the token of the session. */
const signedInUser = z.extend(userRef, {
  email: z.string(),
  role: z.enum(roles),
  createdAt: timestamp,
  ...confirmationFields,
  token: z.string(),
});

export type UserRef = z.infer<typeof userRef>;
export type SignedInUser = z.infer<typeof signedInUser>;

const emailPattern =
  /^[^\s\p{C}@"(),:;<>[\\\]]{1,64}@[^\s\p{C}@"(),:;<>[\\\].]+(\.[^\s\p{C}@"(),:;<>[\\\].]+)+$/u;
/** Invisible characters, and marks that combine with the separator before them, such as the `@`. */
const hiddenInEmail = /[\p{Default_Ignorable_Code_Point}\u2800]|(?<![^@.])\p{M}/u;
const octets = new TextEncoder();
const maxOctets = 254;

export const userMessages = catalogue('users', {
  invalidEmail: () => 'Invalid email format',
  emailTooLong: ({ max }: { max: number }) => `Email must be at most ${max} bytes`,
  invalidInvitation: () => 'Invitation is not valid',
  currentPasswordRequired: () => 'Current password is required to change password',
  newPasswordRequired: () => 'New password is required to change password',
  noCursor: () => 'cursor is not valid for this list',
  noIds: () => 'ids must be the ids of at most 50 users, separated by commas',
});

/** A time to wait. */
export interface Wait {
  readonly count: number;
  readonly unit: 'day' | 'hour' | 'minute' | 'second';
}

const plural = pluralIn('en');

/** When to try again, as a sentence. */
export function after({ count, unit }: Wait): string {
  return `Try again in ${count} ${plural(count, { one: unit, other: `${unit}s` })}.`;
}

/** The server's refusals about accounts. */
export const userRefusals = catalogue('userRefusals', {
  adminLinkInvalid: () =>
    'This link no longer makes an admin: it was used, has expired, or was replaced when the server started again. The operator can restart the server to get a new link.',
  commonPassword: () => 'Password is too common',
  emailTaken: () => 'An account with this email already exists',
  invalidCredentials: () => 'Invalid email or password',
  lastAdmin: () => 'This is the only admin. Make another user an admin first.',
  ownPassword: () => 'Password must not be your own name or email',
  registrationClosed: () => 'Registration is by invitation only. Ask an admin for a link.',
  suspended: () => 'This account is suspended. Ask an admin.',
  tooManyAtOnce: () => 'Too many people are signing in. Try again in a moment.',
  tooManyConfirmations: (wait: Wait) => `Too many links were sent to this address. ${after(wait)}`,
  tooManyEmailChanges: (wait: Wait) => `Too many changes of the email address. ${after(wait)}`,
  tooManyRegistrations: (wait: Wait) => `Too many registrations. ${after(wait)}`,
  tooManyResetRequests: (wait: Wait) => `Too many requests for reset links. ${after(wait)}`,
  tooManySignIns: (wait: Wait) => `Too many failed sign-ins. ${after(wait)}`,
  tooManyInvitations: (wait: Wait) => `Too many invitations. ${after(wait)}`,
  tooManyPasswords: (wait: Wait) => `Too many wrong passwords. ${after(wait)}`,
  wrongPassword: () => 'Current password is incorrect',
});

const emailTooLong = userMessages.emailTooLong({ max: maxOctets });
const invalidEmail = says(userMessages.invalidEmail());

/** An e-mail address for signing in, including those accepted by earlier, less strict rules. */
const knownEmail = z.string({ error: required('Email', fieldMessages.notText({ field: 'Email' })) }).check(
  ...textChecks('Email', { max: maxOctets, error: emailTooLong }),
  z.trim(),
  z.refine((value) => value !== '', {
    error: says(fieldMessages.required({ field: 'Email' })),
    abort: true,
  }),
  z.refine((value) => octets.encode(value).length <= maxOctets, {
    error: says(emailTooLong),
    abort: true,
  }),
  z.refine((value) => emailPattern.test(value), { error: invalidEmail, abort: true }),
  z.meta({ format: 'email', maxLength: maxOctets }),
);

export const email = knownEmail.check(
  z.refine((value) => !hiddenInEmail.test(value), { error: invalidEmail }),
);

export const name = requiredLine('Name', { max: 100, as: 'name' });

const field = 'Password';
const passwordTooLong = fieldMessages.tooLong({ field, max: passwordLength.max });

/** A password for signing in. Only presence and size are checked, since earlier rules may have accepted it. */
const knownPassword = z.string({ error: required(field, fieldMessages.notText({ field })) }).check(
  z.minLength(1, { error: says(fieldMessages.required({ field })), abort: true }),
  ...textChecks(field, passwordLength),
  z.refine((value) => textLength(value) <= passwordLength.max, { error: says(passwordTooLong) }),
  z.meta({ maxLength: passwordLength.max }),
);

/** A new password. The server also checks it against its list of common ones. */
export const newPassword = knownPassword.check(
  z.refine((value) => textLength(value) >= passwordLength.min, {
    error: says(fieldMessages.tooShort({ field, min: passwordLength.min })),
  }),
  z.meta({ minLength: passwordLength.min, maxLength: passwordLength.max }),
);

export const registrationModes = ['open', 'invite', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

export const registerBody = z.strictObject({
  name,
  email,
  password: newPassword,
  /** The secret of an invitation's link. */
  invitation: z.optional(cleanText('Invitation', { max: 100, error: userMessages.invalidInvitation() })),
  /** The secret of the link that the server prints while there is no admin. */
  adminLink: z.optional(cleanText('Admin link', { max: 100, error: userRefusals.adminLinkInvalid() })),
});
export const loginBody = z.strictObject({ email: knownEmail, password: knownPassword });

// Marked as pure, so that the web's bundle omits it: its form has a schema of its own.
export const profileBody = /* @__PURE__ */ z
  .strictObject({
    name: z.optional(name),
    email: z.optional(email),
    currentPassword: z.optional(knownPassword),
    newPassword: z.optional(newPassword),
  })
  .check(
    z.refine((body) => body.newPassword === undefined || body.currentPassword !== undefined, {
      error: says(userMessages.currentPasswordRequired()),
      path: ['currentPassword'],
    }),
    z.refine((body) => body.currentPassword === undefined || body.newPassword !== undefined, {
      error: says(userMessages.newPasswordRequired()),
      path: ['newPassword'],
    }),
  );

export const register = endpoint('POST', '/api/users/register', {
  summary:
    'Creates an account and signs it in. `adminLink` is the secret of the link that the server prints when it starts and there is no admin: the account becomes the first admin, even where registration is closed.',
  access: 'public',
  status: 201,
  body: registerBody,
  response: signedInUser,
  errors: ['email_taken', 'registration_closed', 'invalid_link', 'too_many_requests'],
  idempotent: true,
});

export const getRegistration = endpoint('GET', '/api/users/registration', {
  summary:
    'Who can register: everyone (`open`), people with an invitation (`invite`), or no one (`closed`); whether the server sends links by mail to users who have lost their password; and whether there is any account yet.',
  access: 'public',
  status: 200,
  response: z.object({
    mode: z.enum(registrationModes),
    sendsResetLinks: z.boolean(),
    hasAccounts: z.boolean(),
  }),
});

export const login = endpoint('POST', '/api/users/login', {
  summary:
    'Signs in. Send the token of the response with every other call, as `Authorization: Bearer <token>`.',
  access: 'public',
  status: 200,
  body: loginBody,
  response: signedInUser,
  errors: ['invalid_credentials', 'suspended', 'too_many_requests'],
});

export const logout = endpoint('POST', '/api/users/logout', {
  summary: 'Ends the session and invalidates its token.',
  access: 'signed-in',
  status: 204,
});

export const getProfile = endpoint('GET', '/api/users/profile', {
  summary: 'The signed-in user.',
  access: 'signed-in',
  status: 200,
  response: signedInUser,
});

export const updateProfile = endpoint('PUT', '/api/users/profile', {
  summary:
    'Changes the caller’s name, e-mail address or password; omitted fields stay unchanged. A new password ends all other sessions; the token stays valid. Where mail is set up, a new address is `pendingEmail`, and `email` stays the present one, until the link is opened that is mailed to the new one.',
  access: 'signed-in',
  status: 200,
  body: profileBody,
  response: signedInUser,
  errors: ['email_taken', 'wrong_password', 'too_many_requests'],
});

/** The default and the maximum of `limit`. */
export const usersOfPage = 500;
/** The maximum number of `ids`. */
export const maxUserIds = 50;

export const listUsers = endpoint('GET', '/api/users', {
  summary:
    'The users to whom bugs can be assigned, by name: the first 500, or up to `limit`, with the address of the next page in `Link`. `q` finds names by the beginning of a word; `ids`, at most 50 separated by commas, only these users, also suspended ones.',
  access: 'signed-in',
  status: 200,
  query: z.strictObject({
    q: z.optional(cleanText('Search', { max: 100 })),
    ids: z.optional(
      z.string().check(
        z.refine((text) => text !== 'none' && areIdsOrNone(text, maxUserIds), {
          error: says(userMessages.noIds()),
        }),
      ),
    ),
    limit: positiveNumber('limit', usersOfPage),
    cursor: z.optional(z.string().check(z.maxLength(1_000, { error: says(userMessages.noCursor()) }))),
  }),
  response: z.array(userRef),
});

export const manifest = {
  endpoints: [register, login, logout, getProfile, updateProfile, listUsers, getRegistration],
  messages: { users: userMessages, userRefusals },
  liveKinds: ['user'],
  // The components and versions of bugs also have the shape `Reference`.
  shapes: { 'Signed-in user': signedInUser, Reference: userRef },
} as const satisfies Manifest;
