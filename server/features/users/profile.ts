import type { z } from 'zod';
import { userRefusals } from '#contract/accounts/user-refusals.ts';
import type { SignedInUser, profileBody } from '#contract/accounts/users.ts';
import type { Tx } from '#server/engine/schema.ts';
import { fieldError } from '#server/http/errors.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { type Caller, unauthorized } from '#server/http/session/session.ts';
import { tokenHash } from '#server/http/session/token.ts';
import {
  recordEmailChange,
  refuseReserved,
  writeUniquely,
} from '#server/features/users/email/email-changes.ts';
import { requestEmailChange } from '#server/features/users/email/email-confirmations.ts';
import { tellOfNewPassword } from '#server/features/users/passwords/password-mails.ts';
import { checkNewPassword, hashPassword, isPassword } from '#server/features/users/passwords/passwords.ts';
import { voidResetOf } from '#server/features/users/passwords/password-reset-queries.ts';
import { deleteSessionsOf, sessionIdOf } from '#server/features/users/sessions/session-queries.ts';
import { countEmailChange, countPassword } from '#server/features/users/sessions/tries.ts';
import * as queries from './queries.ts';

type Body = z.output<typeof profileBody>;

/**
 * Changes the caller's own account. A new password ends all other sessions: a client of the specification
 * keeps the token that it has.
 * @throws AppError 400, 401 where the session has ended meanwhile, 429
 */
export async function updateProfile(
  context: RequestContext,
  caller: Caller,
  body: Body,
): Promise<SignedInUser> {
  const { email } = body;
  if (email !== undefined && queries.emailKey(email) !== queries.emailKey(caller.email))
    await countEmailChange(context, caller._id);
  return change(context, caller, body);
}

async function change(context: RequestContext, caller: Caller, body: Body): Promise<SignedInUser> {
  const { name, email } = body;
  const hashes = await newHash(context, caller, body);
  const changed = await writeUniquely(context, async (tx) => {
    const before = await queries.lockAccount(tx, caller._id);
    if (!before) throw unauthorized();
    // The given password was checked before the account was locked.
    if (hashes && hashes.old !== before.passwordHash) return undefined;
    const address = newAddress(context, before.email, email);
    const user = await queries.updateUser(tx, caller._id, {
      ...(name !== undefined && { name }),
      ...(address && !address.waits && { email: address.to }),
      ...(hashes && { passwordHash: hashes.new }),
    });
    if (address) await (address.waits ? requestEmailChange : changeAtOnce)(tx, context, caller, address);
    if (user.name !== before.name) context.emit(tx, { type: 'user changed', userId: user._id });
    if (hashes) {
      await deleteSessionsOf(tx, caller._id, tokenHash(caller.token));
      await voidResetOf(tx, caller._id, context.now());
      await hashes.forgetTries(tx);
      context.emit(tx, { type: 'password changed', userId: caller._id });
      await tellOfNewPassword(tx, context, caller._id);
    }
    return { ...user, token: caller.token };
  });
  return changed ?? change(context, caller, body);
}

/** The new address of the account, if it differs, and whether it waits to be confirmed: where mail is set up. */
function newAddress({ settings }: RequestContext, from: string, to: string | undefined) {
  if (to === undefined || to === from) return undefined;
  const isSpelling = queries.emailKey(to) === queries.emailKey(from);
  return { from, to, waits: settings.mail !== undefined && !isSpelling };
}

async function changeAtOnce(
  tx: Tx,
  context: RequestContext,
  caller: Caller,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const userId = caller._id;
  await refuseReserved(tx, to, { forOthersThan: userId, now: context.now() });
  const sessionId = await sessionIdOf(tx, tokenHash(caller.token));
  if (sessionId === undefined) throw unauthorized();
  await recordEmailChange(tx, context, { userId, from, to, sessionId, wasConfirmed: true });
}

/** The hash of the new password, if given, and the hash against which the current one was checked. */
async function newHash(
  context: RequestContext,
  caller: Caller,
  { name, email, currentPassword = '', newPassword }: Body,
) {
  if (newPassword === undefined) return undefined;
  const forgetTries = await countPassword(context, caller);
  const key = `account ${caller._id}`;
  const old = await queries.passwordHashOf(context.db, caller._id);
  if (!(await isPassword(currentPassword, old, key))) {
    await context.write(async (tx) =>
      context.emit(tx, { type: 'password change failed', userId: caller._id }),
    );
    throw fieldError('currentPassword', userRefusals.wrongPassword(), 'wrong_password');
  }
  checkNewPassword(context, 'newPassword', newPassword, {
    name: name ?? caller.name,
    email: email ?? caller.email,
  });
  return { old, new: await hashPassword(newPassword, key), forgetTries };
}
