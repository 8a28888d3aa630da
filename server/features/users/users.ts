import type { z } from 'zod';
import {
  userRefusals,
  type SignedInUser,
  type loginBody,
  type registerBody,
} from '#contract/accounts/users.ts';
import type { Role } from '#contract/permissions.ts';
import type { Tx } from '#server/engine/schema.ts';
import { AppError } from '#server/http/errors.ts';
import { mismatch } from '#server/http/idempotency.ts';
import { networkOf } from '#server/http/network.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { noteDevice } from '#server/features/users/sessions/devices.ts';
import { emailTaken, refuseReserved, writeUniquely } from '#server/features/users/email/email-changes.ts';
import { askToConfirm } from '#server/features/users/email/email-confirmations.ts';
import { isAdminLink, redeemAdminLink } from '#server/features/users/management/admin-link.ts';
import { isInvitation, redeemInvitation } from '#server/features/users/management/invitation-queries.ts';
import { changeRole } from '#server/features/users/management/management.ts';
import {
  checkNewPassword,
  hashPassword,
  isPassword,
  needsRehash,
} from '#server/features/users/passwords/passwords.ts';
import * as queries from './queries.ts';
import { startSession } from '#server/features/users/sessions/sessions.ts';
import { countSignIn, forgetSignIn } from '#server/features/users/sessions/tries.ts';

/**
 * Creates an account and a session for it.
 * @throws AppError 400, also for an admin link that is not valid; or 403 if registration is not open and the invitation is
 *   missing or invalid
 */
export async function register(
  context: RequestContext,
  body: z.output<typeof registerBody>,
): Promise<SignedInUser> {
  const { name, email, password } = body;
  const { db, now } = context;
  await refuseUninvited(context, body);
  checkNewPassword(context, 'password', password, body);
  // Cheap checks come before the expensive hash; the transaction decides.
  if (await queries.findByEmail(db, email)) throw emailTaken();
  await refuseReserved(db, email, { now: now() });
  const passwordHash = await hashPassword(password, `register ${networkOf(context.address)}`);
  return writeUniquely(context, async (tx) => {
    const role = await admit(tx, context, body);
    const user = { ...(await queries.insertUser(tx, { name, email, passwordHash }, now())), role };
    await refuseReserved(tx, email, { now: now() });
    context.emit(tx, { type: 'registered', userId: user._id });
    if (role === 'admin') await changeRole(tx, context.emit, { id: user._id, role });
    await askToConfirm(tx, context, user);
    await noteDevice(tx, context, user._id);
    return startSession(tx, context, user);
  });
}

/**
 * Answers a repeated registration with a sign-in, so that no data has to be stored from which the password could be
 * guessed.
 * @throws AppError 422 for another password, and the errors of a sign-in
 */
export async function registerAgain(
  context: RequestContext,
  { email, password }: z.output<typeof registerBody>,
): Promise<SignedInUser> {
  try {
    return await login(context, { email, password });
  } catch (error) {
    throw error instanceof AppError && error.code === 'invalid_credentials' ? mismatch() : error;
  }
}

type Registering = Pick<z.output<typeof registerBody>, 'invitation' | 'adminLink'>;

/** Uses the link with which the account is created, and returns the account's role. @throws AppError as `register` */
async function admit(
  tx: Tx,
  { settings, now }: RequestContext,
  { invitation, adminLink }: Registering,
): Promise<Role> {
  if (adminLink !== undefined) {
    if (await redeemAdminLink(tx, adminLink, now())) return 'admin';
    throw invalidAdminLink();
  }
  const isInvited = invitation !== undefined && (await redeemInvitation(tx, invitation, now()));
  const { registration } = settings;
  if (registration !== 'open' && (registration === 'closed' || !isInvited)) throw notInvited();
  return 'user';
}

async function refuseUninvited(
  { db, settings, now }: RequestContext,
  { invitation, adminLink }: Registering,
): Promise<void> {
  if (adminLink !== undefined) {
    if (await isAdminLink(db, adminLink, now())) return;
    throw invalidAdminLink();
  }
  if (settings.registration === 'open') return;
  if (settings.registration === 'closed' || invitation === undefined) throw notInvited();
  if (!(await isInvitation(db, invitation, now()))) throw notInvited();
}

function invalidAdminLink(): AppError {
  return new AppError('invalid_link', userRefusals.adminLinkInvalid());
}

function notInvited(): AppError {
  return new AppError('registration_closed', userRefusals.registrationClosed());
}

/**
 * Starts a session for a client with the password. A refusal never reveals which part is wrong.
 * @throws AppError 401, 429 after too many failures, 403 for a suspended account
 */
export async function login(
  context: RequestContext,
  body: z.output<typeof loginBody>,
): Promise<SignedInUser> {
  await countSignIn(context, body.email);
  return signIn(context, body);
}

async function signIn(
  context: RequestContext,
  { email, password }: z.output<typeof loginBody>,
): Promise<SignedInUser> {
  const found = await queries.findByEmail(context.db, email);
  const key = `sign in ${networkOf(context.address)}`;
  const matches = await isPassword(password, found?.passwordHash, key);
  if (!found || !matches) {
    await noteFailure(context, found?._id, found ? 'wrong password' : 'unknown address');
    throw new AppError('invalid_credentials', userRefusals.invalidCredentials());
  }
  const { passwordHash, suspendedAt, ...user } = found;
  if (suspendedAt !== null) {
    await noteFailure(context, user._id, 'suspended');
    throw new AppError('suspended', userRefusals.suspended());
  }
  const rehashed = needsRehash(passwordHash) ? await hashPassword(password, key) : undefined;
  const signedIn = await context.write(async (tx) => {
    const present = await queries.lockAccount(tx, user._id);
    if (present?.passwordHash !== passwordHash || present.suspendedAt !== null) return undefined;
    await forgetSignIn(tx, context, email);
    if (rehashed !== undefined) await queries.updateUser(tx, user._id, { passwordHash: rehashed });
    context.emit(tx, { type: 'signed in', userId: user._id });
    await noteDevice(tx, context, user._id);
    return startSession(tx, context, user);
  });
  // The password was changed or the account suspended while this password was hashed. That has ended all sessions, and no
  // new one may begin with the old data.
  return signedIn ?? signIn(context, { email, password });
}

async function noteFailure(
  { write, emit }: RequestContext,
  userId: string | undefined,
  why: string,
): Promise<void> {
  await write(async (tx) => emit(tx, { type: 'sign-in failed', userId, why }));
}
