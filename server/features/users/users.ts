import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { SignedInUser, loginBody, profileBody, registerBody } from '#contract/users.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';
import { AppError, fieldError } from '#server/http/errors.ts';
import type { Context } from '#server/http/route.ts';
import { type Caller, removeDeadSessions, tokenHash } from '#server/http/session.ts';
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts';
import * as queries from './queries.ts';

/** Creates an account and a session for it. */
export async function register(context: Context, body: z.output<typeof registerBody>): Promise<SignedInUser> {
  const { name, email, password } = body;
  checkNewPassword('password', password, body);
  // Asked before the hash, which is dear; the constraint decides.
  if (await queries.findByEmail(context.db, email)) throw emailTaken();
  const passwordHash = await hashPassword(password);
  return writeUniquely(context, async (tx) => {
    const user = await queries.insertUser(tx, { name, email, passwordHash }, context.now());
    await context.emit(tx, { type: 'user changed', userId: user._id });
    return startSession(tx, user, context.now());
  });
}

/** Starts a session for whoever knows the password; why one does not is never told. */
export async function login(context: Context, body: z.output<typeof loginBody>): Promise<SignedInUser> {
  const found = await queries.findByEmail(context.db, body.email);
  const matches = await isPassword(body.password, found?.passwordHash);
  if (!found || !matches) throw new AppError('invalid_credentials', 'Invalid email or password');
  const { passwordHash: _, ...user } = found;
  return context.write(async (tx) => {
    await removeDeadSessions(tx, user._id, context.now());
    return startSession(tx, user, context.now());
  });
}

/** Ends the caller's session. */
export async function logout({ write, emit }: Context, caller: Caller): Promise<void> {
  await write(async (tx) => {
    await queries.deleteSession(tx, tokenHash(caller.token));
    await emit(tx, { type: 'sessions ended', userId: caller._id });
  });
}

/** Changes the caller's own account. A new password ends every session and starts a fresh one. */
export async function updateProfile(
  context: Context,
  caller: Caller,
  body: z.output<typeof profileBody>,
): Promise<SignedInUser> {
  const { name, email, currentPassword, newPassword } = body;
  const passwordHash =
    newPassword && (await changedPassword(context, caller, { ...body, currentPassword, newPassword }));
  return writeUniquely(context, async (tx) => {
    const user = await queries.updateUser(tx, caller._id, {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(passwordHash !== undefined && { passwordHash }),
    });
    if (user.name !== caller.name) await context.emit(tx, { type: 'user changed', userId: user._id });
    if (passwordHash === undefined) return { ...user, token: caller.token };
    await queries.deleteSessionsOf(tx, caller._id);
    await context.emit(tx, { type: 'sessions ended', userId: caller._id });
    return startSession(tx, user, context.now());
  });
}

async function changedPassword(
  { db }: Context,
  caller: Caller,
  { name, email, currentPassword, newPassword }: z.output<typeof profileBody> & { newPassword: string },
): Promise<string> {
  const isCurrent = await isPassword(currentPassword ?? '', await queries.passwordHashOf(db, caller._id));
  if (!isCurrent) throw fieldError('currentPassword', 'Current password is incorrect', 'wrong_password');
  checkNewPassword('newPassword', newPassword, { name: name ?? caller.name, email: email ?? caller.email });
  return hashPassword(newPassword);
}

async function startSession(tx: Tx, user: queries.Account, now: Date): Promise<SignedInUser> {
  const token = randomBytes(32).toString('base64url');
  await queries.insertSession(tx, user._id, tokenHash(token), now);
  return { ...user, token };
}

function emailTaken(): AppError {
  return fieldError('email', 'An account with this email already exists', 'email_taken');
}

/** The only unique rule that a user can run into is that of the address. */
async function writeUniquely<T>({ db, write }: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await write(work);
  } catch (error) {
    throw engineOf(db).failure(error) === 'unique' ? emailTaken() : error;
  }
}
