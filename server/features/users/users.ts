import type { z } from 'zod';
import type { SignedInUser, loginBody, profileBody, registerBody } from '#contract/users.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';
import { AppError, fieldError } from '#server/http/errors.ts';
import type { Work } from '#server/http/route.ts';
import type { Caller } from '#server/http/session.ts';
import { useInvitation } from './invitations.ts';
import { checkNewPassword, hashPassword, isPassword, needsRehash } from './passwords.ts';
import * as queries from './queries.ts';
import { deleteSessionsOf } from './session-queries.ts';
import { startSession } from './sessions.ts';
import { type Tries, countTry, forgetTry, triesOf } from './sign-in-tries.ts';

/**
 * Creates an account and a session for it.
 * @throws AppError 400, or 403 where registration is not open and no good invitation comes with it
 */
export async function register(work: Work, body: z.output<typeof registerBody>): Promise<SignedInUser> {
  const { name, email, password, invitation } = body;
  const { registration } = work.settings;
  if (registration === 'closed' || (registration === 'invite' && invitation === undefined))
    throw notInvited();
  checkNewPassword('password', password, body);
  // Asked before the hash, which is dear; the constraint decides.
  if (await queries.findByEmail(work.db, email)) throw emailTaken();
  const passwordHash = await hashPassword(password);
  return writeUniquely(work, async (tx) => {
    const isInvited = invitation !== undefined && (await useInvitation(tx, invitation, work.now()));
    if (registration === 'invite' && !isInvited) throw notInvited();
    const user = await queries.insertUser(tx, { name, email, passwordHash }, work.now());
    await work.emit(tx, { type: 'registered', userId: user._id });
    return startSession(tx, work, user);
  });
}

function notInvited(): AppError {
  return new AppError('registration_closed', 'Registration is by invitation: ask an admin for a link');
}

/**
 * Starts a session for whoever knows the password; why one does not is never told.
 * @throws AppError 401, 429 after too many failures, 403 for a suspended account
 */
export async function login(
  work: Work,
  { email, password }: z.output<typeof loginBody>,
): Promise<SignedInUser> {
  const tries = triesOf(email, work.address);
  await countTry(work, tries);
  return signIn(work, { email, password }, tries);
}

async function signIn(
  work: Work,
  { email, password }: z.output<typeof loginBody>,
  tries: Tries,
): Promise<SignedInUser> {
  const found = await queries.findByEmail(work.db, email);
  const matches = await isPassword(password, found?.passwordHash);
  if (!found || !matches) {
    await noteFailure(work, found?._id, found ? 'wrong password' : 'unknown address');
    throw new AppError('invalid_credentials', 'Invalid email or password');
  }
  const { passwordHash, suspendedAt, ...user } = found;
  if (suspendedAt !== null) {
    await noteFailure(work, user._id, 'suspended');
    throw new AppError('suspended', 'This account is suspended: ask an admin');
  }
  const rehashed = needsRehash(passwordHash) ? await hashPassword(password) : undefined;
  const signedIn = await work.write(async (tx) => {
    const present = await queries.findCredentials(tx, user._id);
    if (present.passwordHash !== passwordHash || present.suspendedAt !== null) return undefined;
    await forgetTry(tx, tries);
    if (rehashed !== undefined) await queries.updateUser(tx, user._id, { passwordHash: rehashed });
    await work.emit(tx, { type: 'signed in', userId: user._id });
    return startSession(tx, work, user);
  });
  // A new password or a suspension, while this one was hashed, has ended every session: none may begin by what was before.
  return signedIn ?? signIn(work, { email, password }, tries);
}

async function noteFailure({ write, emit }: Work, userId: string | undefined, why: string): Promise<void> {
  await write((tx) => emit(tx, { type: 'sign-in failed', userId, why }));
}

/** Changes the caller's own account. A new password ends every session and starts a fresh one. */
export async function updateProfile(
  work: Work,
  caller: Caller,
  body: z.output<typeof profileBody>,
): Promise<SignedInUser> {
  const { name, email, currentPassword, newPassword } = body;
  const passwordHash =
    newPassword && (await changedPassword(work, caller, { ...body, currentPassword, newPassword }));
  return writeUniquely(work, async (tx) => {
    const user = await queries.updateUser(tx, caller._id, {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(passwordHash !== undefined && { passwordHash }),
    });
    // Before anything is told, as a logout does it too: the other way round, the two would wait for each other.
    if (passwordHash !== undefined) await deleteSessionsOf(tx, caller._id);
    if (user.name !== caller.name) await work.emit(tx, { type: 'user changed', userId: user._id });
    if (passwordHash === undefined) return { ...user, token: caller.token };
    await work.emit(tx, { type: 'password changed', userId: caller._id });
    return startSession(tx, work, user);
  });
}

async function changedPassword(
  { db }: Work,
  caller: Caller,
  { name, email, currentPassword, newPassword }: z.output<typeof profileBody> & { newPassword: string },
): Promise<string> {
  const isCurrent = await isPassword(currentPassword ?? '', await queries.passwordHashOf(db, caller._id));
  if (!isCurrent) throw fieldError('currentPassword', 'Current password is incorrect', 'wrong_password');
  checkNewPassword('newPassword', newPassword, { name: name ?? caller.name, email: email ?? caller.email });
  return hashPassword(newPassword);
}

function emailTaken(): AppError {
  return fieldError('email', 'An account with this email already exists', 'email_taken');
}

/** The only unique rule that a user can run into is that of the address. */
async function writeUniquely<T>({ db, write }: Work, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await write(work);
  } catch (error) {
    throw engineOf(db).failure(error) === 'unique' ? emailTaken() : error;
  }
}
