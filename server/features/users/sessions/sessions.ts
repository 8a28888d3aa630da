import { randomBytes } from 'node:crypto';
import { endSession } from '#contract/accounts/sessions.ts';
import type { SignedInUser } from '#contract/accounts/users.ts';
import type { Tx } from '#server/engine/schema.ts';
import { notFound } from '#server/http/errors.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { type Caller, confirmCaller } from '#server/http/session/session.ts';
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
export async function logout({ writeUnconfirmed, emit }: RequestContext, caller: Caller): Promise<void> {
  await writeUnconfirmed(async (tx) => {
    await queries.deleteSession(tx, tokenHash(caller.token));
    emit(tx, { type: 'signed out', userId: caller._id });
  });
}

/** @throws AppError 404 when it is not one of the caller's */
export async function endOneSession(context: RequestContext, caller: Caller, id: string): Promise<void> {
  await context.writeUnconfirmed(async (tx) => {
    await lockAndConfirm(tx, context, caller);
    const ended = await queries.deleteSessionById(tx, caller._id, id);
    if (!ended) throw notFound(endSession);
    context.emit(tx, { type: 'sessions ended', userId: caller._id });
  });
}

export async function endOtherSessions(context: RequestContext, caller: Caller): Promise<void> {
  await context.write(async (tx) => {
    await lockAccount(tx, caller._id);
    await queries.deleteSessionsOf(tx, caller._id, tokenHash(caller.token));
    context.emit(tx, { type: 'sessions ended', userId: caller._id });
  });
}

/**
 * Locks an account, the caller's own unless another is given, and confirms the caller's session after that. Changes to
 * sessions lock the account first, so that each sees the result of the one before.
 * @throws AppError 401 or 403
 */
export async function lockAndConfirm(tx: Tx, { now }: RequestContext, caller: Caller, userId = caller._id) {
  const account = await lockAccount(tx, userId);
  await confirmCaller(tx, caller, now());
  return account;
}
