import * as z from 'zod/mini';
import type { Role } from '#contract/permissions.ts';
import * as users from '#contract/accounts/users.ts';
import { readAs, specified, textOr, unnamed } from './specified-call.ts';

/* The specified calls about users. Those about bugs are apart from them, because only the signed-in need those. */

const userRef = z.object({ _id: z.string(), name: textOr(unnamed.name) });

const profile = z.extend(userRef, {
  email: textOr(''),
  /** Roles that are not known give no rights. */
  role: readAs((value): Role => (value === 'admin' ? 'admin' : 'user')),
  /** Without this field, nothing has to be confirmed. */
  emailConfirmed: readAs((value) => value !== false),
  pendingEmail: textOr(''),
  /** A fresh one where the old one is dead from now on. */
  token: z.optional(z.string()),
});

const signedInUser = z.extend(profile, { token: z.string() });

export type SignedInUser = z.infer<typeof profile>;

export const login = specified(users.login, signedInUser);
export const register = specified(users.register, signedInUser);
export const getProfile = specified(users.getProfile, profile);
export const updateProfile = specified(users.updateProfile, profile);
export const listUsers = specified(users.listUsers, z.array(userRef));
