import { userRefusals, type SignedInUser, type updateProfile as endpoint } from '#contract/accounts/users.ts';
import type { Tx } from '#server/engine/schema.ts';
import { fieldError } from '#server/http/errors.ts';
import type { Call, RequestContext } from '#server/http/request-context.ts';
import { unauthorized } from '#server/http/session/session.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { noteRename } from '#server/named.ts';
import {
  recordEmailChange,
  refuseReserved,
  writeUniquely,
} from '#server/features/users/email/email-changes.ts';
import { requestEmailChange } from '#server/features/users/email/email-confirmations.ts';
import { mailNewPassword } from '#server/features/users/passwords/password-resets.ts';
import { checkNewPassword, hashPassword, isPassword } from '#server/features/users/passwords/passwords.ts';
import { voidResetOf } from '#server/features/users/passwords/password-reset-queries.ts';
import { deleteSessionsOf, sessionIdOf } from '#server/features/users/sessions/session-queries.ts';
import { countEmailChange, countPassword } from '#server/features/users/sessions/tries.ts';
import * as queries from './queries.ts';

type Update = Call<typeof endpoint>;

/**
 * Changes the caller's own account. A new password ends all other sessions, but not the caller's: a client of the
 * specification keeps its token.
 * @throws AppError 400, 401 if the session has ended, 429
 */
export async function updateProfile(call: Update): Promise<SignedInUser> {
  const { caller, body } = call;
  const { email } = body;
  if (email !== undefined && queries.emailKey(email) !== queries.emailKey(caller.email))
    await countEmailChange(call, caller._id);
  return change(call);
}

async function change(call: Update): Promise<SignedInUser> {
  const { caller, body, emit, now } = call;
  const { name, email } = body;
  const hashes = await newHash(call);
  const changed = await writeUniquely(call, async (tx) => {
    const before = await queries.lockAccount(tx, caller._id);
    if (!before) throw unauthorized();
    // The password was changed after the given one was checked, so the given one is checked again.
    if (hashes && hashes.old !== before.passwordHash) return undefined;
    const address = newAddress(call, before.email, email);
    const user = await queries.updateUser(tx, caller._id, {
      ...(name !== undefined && { name }),
      ...(address && !address.waits && { email: address.to }),
      ...(hashes && { passwordHash: hashes.new }),
    });
    if (address) await changeAddress(tx, call, address);
    if (user.name !== before.name) {
      await noteRename(tx, { _id: user._id, name: before.name }, user.name, now());
      emit(tx, { type: 'user changed', userId: user._id });
    }
    if (hashes) {
      await deleteSessionsOf(tx, caller._id, tokenHash(caller.token));
      await voidResetOf(tx, caller._id, now());
      await hashes.forgetTries(tx);
      emit(tx, { type: 'password changed', userId: caller._id });
      await mailNewPassword(tx, call, caller._id);
    }
    return { ...user, token: caller.token };
  });
  return changed ?? change(call);
}

/** The new address of the account, if it differs, and whether it has to be confirmed first, as with mail set up. */
function newAddress({ settings }: RequestContext, from: string, to: string | undefined) {
  if (to === undefined || to === from) return undefined;
  const isSpelling = queries.emailKey(to) === queries.emailKey(from);
  return { from, to, waits: settings.mail !== undefined && !isSpelling };
}

async function changeAddress(
  tx: Tx,
  call: Update,
  { from, to, waits }: NonNullable<ReturnType<typeof newAddress>>,
): Promise<void> {
  const userId = call.caller._id;
  const sessionId = await sessionIdOf(tx, tokenHash(call.caller.token));
  if (sessionId === undefined) throw unauthorized();
  if (waits) return requestEmailChange(tx, call, { userId, sessionId, from, to });
  await refuseReserved(tx, to, { forOthersThan: userId, now: call.now() });
  await recordEmailChange(tx, call, { userId, sessionId, from, to, wasConfirmed: true });
}

/** The hash of the new password, if given, and the hash against which the current one was checked. */
async function newHash(call: Update) {
  const { caller, db, write, emit } = call;
  const { name, email, currentPassword = '', newPassword } = call.body;
  if (newPassword === undefined) return undefined;
  const forgetTries = await countPassword(call, caller);
  const key = `account ${caller._id}`;
  const old = await queries.passwordHashOf(db, caller._id);
  if (!(await isPassword(currentPassword, old, key))) {
    await write(async (tx) => emit(tx, { type: 'password change failed', userId: caller._id }));
    throw fieldError('currentPassword', userRefusals.wrongPassword(), 'wrong_password');
  }
  checkNewPassword(call, 'newPassword', newPassword, {
    name: name ?? caller.name,
    email: email ?? caller.email,
  });
  return { old, new: await hashPassword(newPassword, key), forgetTries };
}
