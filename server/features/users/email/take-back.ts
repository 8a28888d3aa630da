import * as contract from '#contract/accounts/email-changes.ts';
import type { takeBackByLink as takeBackByLinkEndpoint } from '#contract/accounts/account-links.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Tx } from '#server/engine/schema.ts';
import { notFound } from '#server/http/errors.ts';
import type { Call, RequestContext } from '#server/http/request-context.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { idOfToken, invalidLink } from '#server/features/users/link-tokens.ts';
import { voidResetOf } from '#server/features/users/passwords/password-reset-queries.ts';
import { lockAccount, updateUser } from '#server/features/users/queries.ts';
import {
  deleteSessionsById,
  deleteSessionsOf,
  sessionIdOf,
} from '#server/features/users/sessions/session-queries.ts';
import { lockAndConfirm } from '#server/features/users/sessions/sessions.ts';
import * as queries from './email-change-queries.ts';
import {
  deleteConfirmations,
  findConfirmation,
  findWaiting,
  insertConfirmation,
} from './email-confirmation-queries.ts';
import { dropChange, noteProven } from './email-confirmations.ts';

/* Undoing changes of e-mail addresses. Undoing one also undoes all later ones. */

/** Changes of the caller's address that other sessions made. */
export async function listOwnChanges(
  call: Call<typeof contract.listEmailChanges>,
): Promise<contract.EmailChange[]> {
  const { db, caller, now } = call;
  const changes = await queries.listChanges(db, now(), caller._id);
  if (changes.length === 0) return [];
  const own = await sessionIdOf(db, tokenHash(caller.token));
  return changes
    .filter(({ sessionId, isSettled }) => sessionId !== own && !isSettled)
    .map(queries.toEmailChange);
}

/**
 * Undoes a change of a user's address, for the user or an admin.
 * @throws AppError 404; for the user, also if the change is settled or was made by this session
 */
export async function takeBack(
  call: Pick<Call<Endpoint>, 'caller' | 'write' | 'emit' | 'now'>,
  { userId, id, byAdmin }: { userId: string; id: string; byAdmin: boolean },
): Promise<void> {
  const { caller, write, now } = call;
  await write(async (tx) => {
    const account = await lockAndConfirm(tx, call, userId);
    const undone = await changesDownTo(tx, userId, id, now());
    const own = await sessionIdOf(tx, tokenHash(caller.token));
    const change = undone.at(-1);
    if (!account || !change) throw notFound(contract.takeBackEmailChange);
    if (!byAdmin && (change.sessionId === own || change.isSettled))
      throw notFound(contract.takeBackEmailChange);
    await undo(tx, call, { change, undone, from: account.email, isProven: false });
    const sessions = undone.map(({ sessionId }) => sessionId).filter((session) => session !== own);
    await deleteSessionsById(tx, userId, sessions);
  });
}

/**
 * Undoes a change of an address by the link that was sent to the old one, or cancels it while it is pending. All sessions
 * end, not only those that made the change: by now, the password may have been reset through the new address.
 * @throws AppError 400
 */
export async function takeBackByLink(call: Call<typeof takeBackByLinkEndpoint>): Promise<void> {
  const { files, write, now, body } = call;
  const id = await idOfToken(files, 'take back email', body.token);
  if (id === undefined) throw invalidLink();
  await write(async (tx) => {
    const found = await queries.findChange(tx, id, now());
    if (!found) return cancelByLink(tx, call, id);
    const { userId } = found;
    const account = await lockAccount(tx, userId);
    const undone = await changesDownTo(tx, userId, id, now());
    const change = undone.at(-1);
    // It may have been undone or settled before the account was locked.
    if (!account || !change || change.isSettled) throw invalidLink();
    await undo(tx, call, { change, undone, from: account.email, isProven: true });
    await deleteSessionsOf(tx, userId);
  });
}

/** @throws AppError 400 */
async function cancelByLink(tx: Tx, context: RequestContext, id: string): Promise<void> {
  const found = await findConfirmation(tx, id, context.now());
  if (!found) throw invalidLink();
  await lockAccount(tx, found.userId);
  const { change } = await findWaiting(tx, found.userId, context.now());
  // It may have been confirmed or cancelled before the account was locked.
  if (change?.id !== id) throw invalidLink();
  await dropChange(tx, context.emit, change);
  await noteProven(tx, context, found.userId);
  await deleteSessionsOf(tx, found.userId);
}

/** The user's changes from the newest down to this one; empty if it cannot be undone. */
async function changesDownTo(tx: Tx, userId: string, id: string, now: Date): Promise<queries.MadeChange[]> {
  const changes = await queries.listChanges(tx, now, userId);
  return changes.slice(0, changes.findIndex(({ _id }) => _id === id) + 1);
}

interface Undoing {
  change: queries.MadeChange;
  /** The change and all later ones. */
  undone: readonly queries.MadeChange[];
  /** The present address of the account. */
  from: string;
  /** Whether the request comes by a link that was mailed to the former address. */
  isProven: boolean;
}

/** Restores the address that the account had before the change. */
async function undo(
  tx: Tx,
  { emit, now }: Pick<RequestContext, 'emit' | 'now'>,
  { change, undone, from, isProven }: Undoing,
): Promise<void> {
  const { userId, from: to, wasConfirmed } = change;
  await updateUser(tx, userId, { email: to });
  await voidResetOf(tx, userId, now());
  await deleteConfirmations(tx, userId);
  if (!wasConfirmed && !isProven) await insertConfirmation(tx, { userId, email: to }, now());
  await queries.deleteChanges(
    tx,
    undone.map(({ _id }) => _id),
  );
  emit(tx, { type: 'email change taken back', userId, from, to });
}
