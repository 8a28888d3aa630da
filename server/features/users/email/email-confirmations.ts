import { cancelEmailChange, sendConfirmation } from '#contract/accounts/email-confirmations.ts';
import type { SignedInUser } from '#contract/accounts/users.ts';
import type { Tx } from '#server/engine/schema.ts';
import { notFound } from '#server/http/errors.ts';
import type { AppContext, RequestContext } from '#server/http/request-context.ts';
import { type Caller, unauthorized } from '#server/http/session/session.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { emailChangeMail } from './email-change-mail.ts';
import {
  emailTaken,
  recordEmailChange,
  refuseReserved,
  refuseTooManyChanges,
  writeUniquely,
} from './email-changes.ts';
import { confirmationMail } from './email-confirmation-mail.ts';
import * as queries from './email-confirmation-queries.ts';
import type { Settings } from '#server/settings.ts';
import { idOfToken, invalidLink } from '#server/features/users/link-tokens.ts';
import { emailKey, findByEmail, lockAccount, updateUser } from '#server/features/users/queries.ts';
import { sessionIdOf } from '#server/features/users/sessions/session-queries.ts';
import { lockAndConfirm } from '#server/features/users/sessions/sessions.ts';
import { countConfirmation } from '#server/features/users/sessions/tries.ts';

type Writing = Pick<RequestContext, 'emit' | 'settings' | 'now'>;

/** Adds to the user what waits to be confirmed, where mail is set up. */
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

/** Requires confirmation of the address of a new account, if the server does, and sends the link. */
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
 * Stores a change of the caller's address as pending until the new one is confirmed. The link is sent to the new address,
 * and a notice to the old one. The account is locked.
 * @throws AppError 400 where another account has the address, 429
 */
export async function requestEmailChange(
  tx: Tx,
  { emit, now }: Writing,
  caller: Caller,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const userId = caller._id;
  await refuseTaken(tx, userId, { to, now: now() });
  await refuseTooManyChanges(tx, userId, { to, now: now() });
  await countConfirmation(tx, { userId, email: to }, now());
  const { change } = await queries.findWaiting(tx, userId, now());
  // The link that was sent before stays valid.
  if (change && emailKey(change.email) === emailKey(to)) return sendLink(tx, change.id, now());
  const sessionId = await sessionIdOf(tx, tokenHash(caller.token));
  if (sessionId === undefined) throw unauthorized();
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
 * Sends the caller the link again: to the new address, where a change waits for it.
 * @throws AppError 404, 429
 */
export async function sendConfirmationAgain(context: RequestContext, caller: Caller): Promise<void> {
  const { settings, write, now } = context;
  if (!settings.mail) throw notFound(sendConfirmation);
  await write(async (tx) => {
    await lockAccount(tx, caller._id);
    const { own, change } = await queries.findWaiting(tx, caller._id, now());
    const waiting = change ?? (settings.requiresConfirmedEmail ? own : undefined);
    if (!waiting) throw notFound(sendConfirmation);
    await countConfirmation(tx, { userId: caller._id, email: waiting.email }, now());
    await sendLink(tx, waiting.id, now());
  });
}

/** @throws AppError 404 where no change waits */
export async function cancelChange({ write, emit, now }: RequestContext, caller: Caller): Promise<void> {
  await write(async (tx) => {
    await lockAccount(tx, caller._id);
    const { change } = await queries.findWaiting(tx, caller._id, now());
    if (!change) throw notFound(cancelEmailChange);
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
 * @throws AppError 400, also if another account has taken the address since
 */
export async function confirmByLink(context: RequestContext, token: string): Promise<void> {
  const { files, now } = context;
  const id = await idOfToken(files, 'confirm email', token);
  if (id === undefined) throw invalidLink();
  await writeUniquely(context, async (tx) => {
    const found = await queries.findConfirmation(tx, id, now());
    if (!found) throw invalidLink();
    const account = await lockAccount(tx, found.userId);
    // Two requests may use the link at the same time.
    const present = await queries.findConfirmation(tx, id, now());
    if (!account || !present) throw invalidLink();
    const { own, change } = await queries.findWaiting(tx, found.userId, now());
    await confirm(tx, context, {
      userId: found.userId,
      email: present.email,
      own,
      change,
      from: account.email,
    });
  });
}

/**
 * Confirms an address on behalf of its owner: that of the account, or the new one of a pending change.
 * @throws AppError 400 if another account has taken the address since, 401, 403
 */
export async function confirmFor(
  context: RequestContext,
  caller: Caller,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  return writeUniquely(context, async (tx) => {
    await lockAndConfirm(tx, context, caller, userId);
    return confirmAddress(tx, context, { userId, email });
  });
}

/** The same within a transaction. Returns false if the address has no pending confirmation. */
export async function confirmAddress(
  tx: Tx,
  context: Writing,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const account = await lockAccount(tx, userId);
  const { own, change } = await queries.findWaiting(tx, userId, context.now());
  const isWaiting = [own, change].some((each) => each && emailKey(each.email) === emailKey(email));
  if (!account || !isWaiting) return false;
  await confirm(tx, context, { userId, email, own, change, from: account.email });
  return true;
}

interface Confirmed extends queries.Waiting {
  userId: string;
  /** The address to confirm: the account's own, or the new one. */
  email: string;
  /** The address that the account has. */
  from: string;
}

async function confirm(
  tx: Tx,
  context: Writing,
  { userId, email, own, change, from }: Confirmed,
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

/** Marks the account's own address as confirmed, as the user has a link that was mailed to it. The account is locked. */
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
