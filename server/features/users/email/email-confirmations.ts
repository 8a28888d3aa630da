import type { confirmByLink as confirmByLinkEndpoint } from '#contract/accounts/account-links.ts';
import * as contract from '#contract/accounts/account-links.ts';
import type { SignedInUser } from '#contract/accounts/users.ts';
import type { Tx } from '#server/engine/schema.ts';
import { notFound } from '#server/http/errors.ts';
import type { AppContext, Call, RequestContext } from '#server/http/request-context.ts';
import { enqueue } from '#server/jobs/queue.ts';
import {
  emailTaken,
  recordEmailChange,
  refuseReserved,
  refuseTooManyChanges,
  writeUniquely,
} from './email-changes.ts';
import { confirmationMail, emailChangeMail } from './email-mails.ts';
import * as queries from './email-confirmation-queries.ts';
import type { Settings } from '#server/settings.ts';
import { idOfToken, invalidLink } from '#server/features/users/link-tokens.ts';
import { emailKey, findByEmail, lockAccount, updateUser } from '#server/features/users/queries.ts';
import { countConfirmation } from '#server/features/users/sessions/tries.ts';

type Writing = Pick<RequestContext, 'emit' | 'settings' | 'now'>;

/** Adds the pending confirmations to the user, if mail is set up. */
export async function withConfirmation<T extends Pick<SignedInUser, '_id'>>(
  { db, settings, now }: Pick<AppContext, 'db' | 'settings' | 'now'>,
  user: T,
): Promise<T & Pick<SignedInUser, 'emailConfirmed' | 'pendingEmail'>> {
  if (!settings.mail) return user;
  return { ...user, ...shownWaiting(await queries.findWaiting(db, user._id, now()), settings) };
}

export function shownWaiting(
  waiting: queries.Waiting | undefined,
  { requiresConfirmedEmail }: Pick<Settings, 'requiresConfirmedEmail'>,
) {
  return {
    ...(requiresConfirmedEmail && { emailConfirmed: waiting?.own === undefined }),
    ...(waiting?.change && { pendingEmail: waiting.change.email }),
  };
}

/** If the server requires confirmed addresses, makes a new account's address pending and sends the link. */
export async function askToConfirm(
  tx: Tx,
  { settings, now }: Writing,
  { _id: userId, email }: { _id: string; email: string },
): Promise<void> {
  if (!settings.requiresConfirmedEmail) return;
  const id = await queries.insertConfirmation(tx, { userId, email }, now());
  await enqueue(tx, confirmationMail, { confirmationId: id }, { now: now() });
}

/**
 * Stores a change of an account's address as pending until the new one is confirmed. The link is sent to the new address,
 * and a notice to the old one. The account is locked.
 * @throws AppError 400 if another account has the address, 429
 */
export async function requestEmailChange(
  tx: Tx,
  { emit, now }: Writing,
  { userId, sessionId, from, to }: { userId: string; sessionId: string; from: string; to: string },
): Promise<void> {
  await refuseTaken(tx, userId, { to, now: now() });
  await refuseTooManyChanges(tx, userId, { to, now: now() });
  await countConfirmation(tx, { userId, email: to }, now());
  const { change } = await queries.findWaiting(tx, userId, now());
  // The link that was sent before stays valid.
  if (change && emailKey(change.email) === emailKey(to)) return sendLink(tx, change.id, now());
  const id = await queries.insertConfirmation(tx, { userId, email: to, sessionId }, now());
  await enqueue(tx, confirmationMail, { confirmationId: id }, { now: now() });
  await enqueue(tx, emailChangeMail, { changeId: id }, { now: now() });
  emit(tx, { type: 'email change requested', userId, from, to, changes: [changeOf(userId)] });
}

async function sendLink(tx: Tx, id: string, now: Date): Promise<void> {
  await queries.renewConfirmation(tx, id, now);
  await enqueue(tx, confirmationMail, { confirmationId: id }, { now });
}

async function refuseTaken(tx: Tx, userId: string, { to, now }: { to: string; now: Date }): Promise<void> {
  const found = await findByEmail(tx, to);
  if (found && found._id !== userId) throw emailTaken();
  await refuseReserved(tx, to, { forOthersThan: userId, now });
}

/**
 * Sends the caller the link again: to the new address, if a change is pending.
 * @throws AppError 404, 429
 */
export async function sendConfirmation(call: Call<typeof contract.sendConfirmation>): Promise<void> {
  const { caller, settings, write, now } = call;
  if (!settings.mail) throw notFound(contract.sendConfirmation);
  await write(async (tx) => {
    await lockAccount(tx, caller._id);
    const { own, change } = await queries.findWaiting(tx, caller._id, now());
    const waiting = change ?? (settings.requiresConfirmedEmail ? own : undefined);
    if (!waiting) throw notFound(contract.sendConfirmation);
    await countConfirmation(tx, { userId: caller._id, email: waiting.email }, now());
    await sendLink(tx, waiting.id, now());
  });
}

/** Cancels the caller's pending change. @throws AppError 404 */
export async function cancelEmailChange(call: Call<typeof contract.cancelEmailChange>): Promise<void> {
  const { caller, write, emit, now } = call;
  await write(async (tx) => {
    await lockAccount(tx, caller._id);
    const { change } = await queries.findWaiting(tx, caller._id, now());
    if (!change) throw notFound(contract.cancelEmailChange);
    await dropChange(tx, emit, change);
  });
}

/** Cancels a pending change. The account is locked. */
export async function dropChange(
  tx: Tx,
  emit: RequestContext['emit'],
  { id, userId, email }: queries.PendingChange,
): Promise<void> {
  await queries.deleteConfirmations(tx, userId, id);
  emit(tx, { type: 'email change cancelled', userId, to: email, changes: [changeOf(userId)] });
}

/**
 * Confirms the address to which the link was sent.
 * @throws AppError 400, also if another account now has the address
 */
export async function confirmByLink(call: Call<typeof confirmByLinkEndpoint>): Promise<void> {
  const { files, now, body } = call;
  const id = await idOfToken(files, 'confirm email', body.token);
  if (id === undefined) throw invalidLink();
  await writeUniquely(call, async (tx) => {
    const found = await queries.findConfirmation(tx, id, now());
    if (!found) throw invalidLink();
    const account = await lockAccount(tx, found.userId);
    // It may have been used, replaced or cancelled before the account was locked.
    const present = await queries.findConfirmation(tx, id, now());
    if (!account || !present) throw invalidLink();
    const { userId, email } = present;
    const waiting = await queries.findWaiting(tx, userId, now());
    await confirm(tx, call, { userId, email, ...waiting, from: account.email });
  });
}

/**
 * Confirms an address on behalf of its owner: that of the account, or the new one of a pending change. Returns false if
 * the address has no pending confirmation.
 */
export async function confirmAddress(
  tx: Tx,
  context: Writing,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const account = await lockAccount(tx, userId);
  const waiting = await queries.findWaiting(tx, userId, context.now());
  const isWaiting = [waiting.own, waiting.change].some(
    (each) => each && emailKey(each.email) === emailKey(email),
  );
  if (!account || !isWaiting) return false;
  await confirm(tx, context, { userId, email, ...waiting, from: account.email });
  return true;
}

async function confirm(
  tx: Tx,
  context: Writing,
  // `email` is to be confirmed, `from` is the present address of the account.
  { userId, email, own, change, from }: queries.Waiting & { userId: string; email: string; from: string },
): Promise<void> {
  const { emit, now } = context;
  emit(tx, { type: 'email confirmed', userId, email, changes: [changeOf(userId)] });
  if (own && emailKey(own.email) === emailKey(email)) {
    await queries.deleteConfirmations(tx, userId, own.id);
    return;
  }
  if (!change) throw invalidLink();
  const { id, email: to, sessionId } = change;
  await refuseTaken(tx, userId, { to, now: now() });
  await updateUser(tx, userId, { email: to });
  const wasConfirmed = own === undefined;
  await recordEmailChange(tx, context, { id, userId, from, to, sessionId, wasConfirmed });
}

/** Confirms the account's own address, because the user has a link that was mailed to it. The account is locked. */
export async function noteProven(tx: Tx, { emit, now }: Writing, userId: string): Promise<void> {
  const { own } = await queries.findWaiting(tx, userId, now());
  if (!own) return;
  await queries.deleteConfirmations(tx, userId, own.id);
  emit(tx, { type: 'email confirmed', userId, email: own.email, changes: [changeOf(userId)] });
}

function changeOf(id: string) {
  return { kind: 'user', id, version: null } as const;
}

/**
 * Deletes a pending change when another session ends the one that requested it: with its link, an intruder could still
 * take over the account. Signing out does not drop it.
 */
export async function dropOrphanedChange(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await queries.deleteOrphanedChange(tx, userId);
}
