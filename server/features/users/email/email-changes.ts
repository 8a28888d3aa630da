import { userRefusals } from '#contract/accounts/users.ts';
import { takeBackDays } from '#contract/accounts/email-changes.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { fieldError, tooManyRequests } from '#server/http/errors.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { emailChangeMail } from './email-mails.ts';
import * as queries from './email-change-queries.ts';
import { deleteConfirmations } from './email-confirmation-queries.ts';
import { voidResetOf } from '#server/features/users/passwords/password-reset-queries.ts';
import { emailKey } from '#server/features/users/queries.ts';

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
  // A reset link may have been sent to the former address.
  await voidResetOf(tx, userId, now());
  await deleteConfirmations(tx, userId);
  const undone = await refuseTooManyChanges(tx, userId, { to, now: now() });
  await queries.deleteChanges(tx, undone);
  const id = await queries.insertChange(tx, change, now());
  if (settings.mail) await enqueue(tx, emailChangeMail, { changeId: id }, { now: now() });
}

/**
 * Returns the ids of the changes that a change to this address undoes. A user who restores an earlier address keeps it,
 * so the change away from it can no longer be undone.
 * @throws AppError 429 if too many would remain
 */
export async function refuseTooManyChanges(
  tx: Tx,
  userId: string,
  { to, now }: { to: string; now: Date },
): Promise<string[]> {
  const changes = await queries.listChanges(tx, now, userId);
  const undone = changes.filter((change) => emailKey(change.from) === emailKey(to));
  const rest = changes.filter((change) => !undone.includes(change));
  const oldest = rest.at(-1);
  if (oldest && rest.length >= most) {
    const wait = Date.parse(oldest.at) + takeBackDays * 86_400_000 - now.getTime();
    throw tooManyRequests(userRefusals.tooManyEmailChanges, wait);
  }
  return undone.map(({ _id }) => _id);
}
