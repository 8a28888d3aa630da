import { sql } from 'kysely';
import { type EmailChange, takeBackDays } from '#contract/accounts/email-changes.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { deleteBatch } from '#server/jobs/job.ts';
import { emailKey } from '#server/features/users/queries.ts';

/** A change, its user, and the session that made it. */
export interface MadeChange extends EmailChange {
  userId: string;
  sessionId: string;
  /** Whether the former address was confirmed. */
  wasConfirmed: boolean;
  /** Whether only admins can undo it, see `settleChanges`. */
  isSettled: boolean;
}

/** The earliest time of a change that can still be undone. */
function since(now: Date): string {
  return new Date(now.getTime() - takeBackDays * 86_400_000).toISOString();
}

export interface NewChange {
  /** For a change that waited to be confirmed, the id that it had then: links are derived from it. */
  id?: string;
  userId: string;
  from: string;
  to: string;
  sessionId: string;
  wasConfirmed: boolean;
}

/** Returns the id of the change. */
export async function insertChange(
  tx: Tx,
  { id = newId(), userId, from, to, sessionId, wasConfirmed }: NewChange,
  now: Date,
): Promise<string> {
  await tx
    .insertInto('email_changes')
    .values({
      id,
      user_id: userId,
      old_email: from,
      old_email_key: emailKey(from),
      new_email: to,
      changed_at: now.toISOString(),
      session_id: sessionId,
      was_confirmed: wasConfirmed ? 1 : 0,
    })
    .execute();
  return id;
}

/** A change that its link can undo. */
export async function findChange(db: Db, id: string, now: Date) {
  return selectChanges(db, now).where('id', '=', id).where('settled_at', 'is', null).executeTakeFirst();
}

/** The changes of all users, or of one, that can be undone, newest first. */
export async function listChanges(db: Db, now: Date, userId?: string): Promise<MadeChange[]> {
  const rows = await selectChanges(db, now)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .execute();
  return rows.map(({ wasConfirmed, settledAt, ...change }) => ({
    ...change,
    wasConfirmed: wasConfirmed === 1,
    isSettled: settledAt !== null,
  }));
}

export function toEmailChange({ _id, from, to, at }: EmailChange): EmailChange {
  return { _id, from, to, at };
}

function selectChanges(db: Db, now: Date) {
  return db
    .selectFrom('email_changes')
    .select([
      'id as _id',
      'old_email as from',
      'new_email as to',
      'changed_at as at',
      'user_id as userId',
      'session_id as sessionId',
      'was_confirmed as wasConfirmed',
      'settled_at as settledAt',
    ])
    .where('changed_at', '>', since(now))
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc');
}

/** Whether another user can still restore this address. */
export async function isReserved(
  db: Db,
  email: string,
  { forOthersThan, now }: { forOthersThan?: string; now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('email_changes')
    .select('id')
    .where('old_email_key', '=', emailKey(email))
    .where('changed_at', '>', since(now))
    .$if(forOthersThan !== undefined, (query) => query.where('user_id', '<>', forOthersThan ?? ''))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Lets only admins undo the user's changes, because the user has set the password by a link that was mailed to the new
 * address. An earlier address may belong to a stranger who changed the account's address to the user's.
 */
export async function settleChanges(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ settled_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('settled_at', 'is', null)
    .execute();
}

export async function deleteChanges(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('email_changes').where('id', 'in', ids).execute();
}

/** Deletes a batch of changes that can no longer be undone. Returns how many. */
export async function deletePastChanges(tx: Tx, now: Date): Promise<bigint> {
  return deleteBatch(tx, 'email_changes', 'id', sql<boolean>`changed_at <= ${since(now)}`);
}
