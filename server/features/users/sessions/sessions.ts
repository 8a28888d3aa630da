import { randomBytes } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import * as contract from '#contract/accounts/sessions.ts';
import type { SignedInUser, logout as logoutEndpoint } from '#contract/accounts/users.ts';
import type { Tx } from '#server/engine/schema.ts';
import { notFound } from '#server/http/errors.ts';
import type { Call, RequestContext } from '#server/http/request-context.ts';
import { confirmCaller } from '#server/http/session/session.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { type Account, lockAccount } from '#server/features/users/queries.ts';
import * as queries from './session-queries.ts';

/** Starts a session for the account, with a token that is shown only now. */
export async function startSession(
  tx: Tx,
  { address, device, now }: RequestContext,
  account: Account,
): Promise<SignedInUser> {
  const token = randomBytes(32).toString('base64url');
  await queries.insertSession(tx, {
    userId: account._id,
    tokenHash: tokenHash(token),
    device,
    address,
    now: now(),
  });
  return { ...account, token };
}

/** Ends the caller's session. */
export async function logout({ caller, writeUnconfirmed, emit }: Call<typeof logoutEndpoint>): Promise<void> {
  await writeUnconfirmed(async (tx) => {
    await queries.deleteSession(tx, tokenHash(caller.token));
    emit(tx, { type: 'signed out', userId: caller._id });
  });
}

/** @throws AppError 404 if it is not one of the caller's */
export async function endSession(call: Call<typeof contract.endSession>): Promise<void> {
  const { caller, params, writeUnconfirmed, emit } = call;
  await writeUnconfirmed(async (tx) => {
    await lockAndConfirm(tx, call);
    if (!(await queries.deleteSessionsById(tx, caller._id, [params.id]))) throw notFound(contract.endSession);
    emit(tx, { type: 'sessions ended', userId: caller._id });
  });
}

export async function endOtherSessions({
  caller,
  write,
  emit,
}: Call<typeof contract.endOtherSessions>): Promise<void> {
  await write(async (tx) => {
    await lockAccount(tx, caller._id);
    await queries.deleteSessionsOf(tx, caller._id, tokenHash(caller.token));
    emit(tx, { type: 'sessions ended', userId: caller._id });
  });
}

/**
 * Locks an account, by default the caller's own, and then confirms the caller's session. Changes to sessions lock the
 * account first, so that each sees the result of the one before.
 * @throws AppError 401 or 403
 */
export async function lockAndConfirm(
  tx: Tx,
  { caller, now }: Pick<Call<Endpoint>, 'caller' | 'now'>,
  userId = caller._id,
) {
  const account = await lockAccount(tx, userId);
  await confirmCaller(tx, caller, now());
  return account;
}
