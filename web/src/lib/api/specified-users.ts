import * as z from 'zod/mini';
import type { Role } from '#contract/permissions.ts';
import * as users from '#contract/accounts/users.ts';
import { readAs, specified, textOr, unnamed } from './specified-call.ts';

/* The specified calls about users. Those about bugs are in another file, as only signed-in users load them. */

const userRef = z.object({ _id: z.string(), name: textOr(unnamed.name) });

const profile = z.extend(userRef, {
  email: textOr(''),
  /** Unknown roles grant no rights. */
  role: readAs((value): Role => (value === 'admin' ? 'admin' : 'user')),
  /** Without this field, nothing has to be confirmed. */
  emailConfirmed: readAs((value) => value !== false),
  pendingEmail: textOr(''),
  /** A new token if the old one is no longer valid. */
  token: z.optional(z.string()),
});

const signedInUser = z.extend(profile, { token: z.string() });

export type SignedInUser = z.infer<typeof profile>;

export const login = specified(users.login, signedInUser);
export const register = specified(users.register, signedInUser);
export const getProfile = specified(users.getProfile, profile);
export const updateProfile = specified(users.updateProfile, profile);
export const listUsers = specified(users.listUsers, z.array(userRef));
