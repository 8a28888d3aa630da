import { userRefusals } from '#contract/accounts/user-refusals.ts';
import { type EmailChange, takeBackDays, takeBackEmailChange } from '#contract/accounts/email-changes.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { fieldError, notFound, tooManyRequests } from '#server/http/errors.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { Caller } from '#server/http/session/session.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { emailChangeMail } from './email-change-mail.ts';
import * as queries from './email-change-queries.ts';
import { deleteConfirmations, insertConfirmation } from './email-confirmation-queries.ts';
import { voidResetOf } from '#server/features/users/passwords/password-reset-queries.ts';
import { emailKey, updateUser } from '#server/features/users/queries.ts';
import { deleteSessionsById, sessionIdOf } from '#server/features/users/sessions/session-queries.ts';
import { lockAndConfirm } from '#server/features/users/sessions/sessions.ts';

/** The number of changes of one account that can be undone at a time: each reserves an address. */
const most = 5;

export function emailTaken() {
  return fieldError('email', userRefusals.emailTaken(), 'email_taken');
}

/** The only unique constraint that a user can violate is that of the address. */
export async function writeUniquely<T>(
  { db, write }: Pick<RequestContext, 'db' | 'write'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await write(work);
  } catch (error) {
    throw engineOf(db).failure(error) === 'unique' ? emailTaken() : error;
  }
}

/**
 * Refuses an address that another user can still restore. Checked in the transaction after it has written the address, so
 * that a concurrent change of another user is not missed.
 * @throws AppError 400
 */
export async function refuseReserved(
  db: Db,
  email: string,
  of: { forOthersThan?: string; now: Date },
): Promise<void> {
  if (await queries.isReserved(db, email, of)) throw emailTaken();
}

/**
 * Records a change of an account's address, so that it can be undone. The account is locked.
 * @throws AppError 429 after too many changes
 */
export async function recordEmailChange(
  tx: Tx,
  { emit, settings, now }: Pick<RequestContext, 'emit' | 'settings' | 'now'>,
  change: queries.NewChange,
): Promise<void> {
  const { userId, from, to } = change;
  emit(tx, { type: 'email changed', userId, from, to });
  // Another spelling of the same address releases no address.
  if (emailKey(from) === emailKey(to)) return;
  // It may have been sent to the address from before.
  await voidResetOf(tx, userId, now());
  await deleteConfirmations(tx, userId);
  const undone = await refuseTooManyChanges(tx, userId, { to, now: now() });
  await queries.deleteChanges(tx, undone);
  const id = await queries.insertChange(tx, change, now());
  if (settings.mail) await enqueue(tx, emailChangeMail, { changeId: id }, { now: now() });
}

/**
 * Returns the ids of the changes that another one undoes: a user who restores an earlier address keeps it, and the change
 * away from it can no longer be undone.
 * @throws AppError 429 where too many would be left
 */
export async function refuseTooManyChanges(
  tx: Tx,
  userId: string,
  { to, now }: { to: string; now: Date },
): Promise<string[]> {
  const changes = await queries.listChanges(tx, userId, now);
  const undone = changes.filter((change) => emailKey(change.from) === emailKey(to));
  const rest = changes.filter((change) => !undone.includes(change));
  const oldest = rest.at(-1);
  if (oldest && rest.length >= most) {
    const wait = Date.parse(oldest.at) + takeBackDays * 86_400_000 - now.getTime();
    throw tooManyRequests(userRefusals.tooManyEmailChanges, wait);
  }
  return undone.map(({ _id }) => _id);
}

/** Changes of the caller's address that other sessions made. */
export async function listOwnChanges(context: RequestContext, caller: Caller): Promise<EmailChange[]> {
  const changes = await queries.listChanges(context.db, caller._id, context.now());
  if (changes.length === 0) return [];
  const own = await sessionIdOf(context.db, tokenHash(caller.token));
  return changes
    .filter(({ sessionId, isSettled }) => sessionId !== own && !isSettled)
    .map(queries.toEmailChange);
}

/** @throws AppError 404 for an unknown or settled change, and for one that this session made */
export async function takeBackOwn(context: RequestContext, caller: Caller, id: string): Promise<void> {
  await takeBack(context, caller, { userId: caller._id, id, byAdmin: false });
}

/** @throws AppError 404 */
export async function takeBackOf(
  context: RequestContext,
  caller: Caller,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await takeBack(context, caller, { userId, id, byAdmin: true });
}

/** Restores the address that the account had before the change. Later changes are undone with it. */
async function takeBack(
  context: RequestContext,
  caller: Caller,
  { userId, id, byAdmin }: { userId: string; id: string; byAdmin: boolean },
): Promise<void> {
  await context.write(async (tx) => {
    const account = await lockAndConfirm(tx, context, caller, userId);
    const changes = await queries.listChanges(tx, userId, context.now());
    const index = changes.findIndex(({ _id }) => _id === id);
    const change = changes[index];
    const own = await sessionIdOf(tx, tokenHash(caller.token));
    if (!account || !change) throw notFound(takeBackEmailChange);
    if (!byAdmin && (change.sessionId === own || change.isSettled)) throw notFound(takeBackEmailChange);
    const undone = changes.slice(0, index + 1);
    await undoChanges(tx, context, { userId, before: account.email, undone, isProven: false });
    const sessions = undone.map(({ sessionId }) => sessionId).filter((session) => session !== own);
    await deleteSessionsById(tx, userId, sessions);
  });
}

interface Undoing {
  userId: string;
  /** The address that the account has. */
  before: string;
  undone: readonly queries.MadeChange[];
  isProven: boolean;
}

/**
 * Restores the account's address from before the oldest of these changes, which come newest first. `isProven`: whether
 * the request comes by a link that was mailed to that address.
 */
export async function undoChanges(
  tx: Tx,
  { emit, now }: Pick<RequestContext, 'emit' | 'now'>,
  { userId, before, undone, isProven }: Undoing,
): Promise<void> {
  const { from: to, wasConfirmed } = undone.at(-1) ?? { from: before, wasConfirmed: true };
  await updateUser(tx, userId, { email: to });
  await voidResetOf(tx, userId, now());
  await deleteConfirmations(tx, userId);
  if (!wasConfirmed && !isProven) await insertConfirmation(tx, { userId, email: to }, now());
  await queries.deleteChanges(
    tx,
    undone.map(({ _id }) => _id),
  );
  emit(tx, { type: 'email change taken back', userId, from: before, to });
}
