import { sql } from 'kysely';
import { confirmationDays } from '#contract/accounts/account-links.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { deleteBatch } from '#server/jobs/job.ts';
import { emailKey } from '#server/features/users/queries.ts';

/** An address that waits to be confirmed. */
interface Confirmation {
  id: string;
  userId: string;
  /** The address as typed, to which the link is sent. */
  email: string;
}

/** A change of an account's address that waits for the new one to be confirmed. */
export interface PendingChange extends Confirmation {
  /** The session that asked for it. It may have ended since. */
  sessionId: string;
}

/** The pending confirmations of an account. */
export interface Waiting {
  /** The account's own address. Its link may have expired. */
  own: Confirmation | undefined;
  /** The new address of a pending change; undefined once the link has expired. */
  change: PendingChange | undefined;
}

function expiryFrom(now: Date): string {
  return new Date(now.getTime() + confirmationDays * 86_400_000).toISOString();
}

function selectWaiting(db: Db, now: Date) {
  return db
    .selectFrom('email_confirmations as waiting')
    .innerJoin('users', 'users.id', 'waiting.user_id')
    .select([
      'waiting.id',
      'waiting.user_id as userId',
      'waiting.email',
      'waiting.is_change as isChange',
      'waiting.session_id as sessionId',
    ])
    .where((eb) =>
      eb.or([
        eb.and([eb('waiting.is_change', '=', 1), eb('waiting.expires_at', '>', now.toISOString())]),
        // If the addresses differ, the address of the account has changed since.
        eb.and([eb('waiting.is_change', '=', 0), eb('waiting.email_key', '=', eb.ref('users.email_key'))]),
      ]),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWaiting>['executeTakeFirstOrThrow']>>;

function toWaiting(rows: readonly Row[]): Waiting {
  const waiting: Waiting = { own: undefined, change: undefined };
  for (const { isChange, sessionId, ...row } of rows) {
    if (isChange === 0) waiting.own = row;
    else if (sessionId !== null) waiting.change = { ...row, sessionId };
  }
  return waiting;
}

/** The pending confirmations of an account. */
export async function findWaiting(db: Db, userId: string, now: Date): Promise<Waiting> {
  return (await waitingByUser(db, now, userId)).get(userId) ?? toWaiting([]);
}

/** The pending confirmations of all accounts that have any, or of one; by the user's id. */
export async function waitingByUser(db: Db, now: Date, userId?: string): Promise<Map<string, Waiting>> {
  const rows = await selectWaiting(db, now)
    .$if(userId !== undefined, (query) => query.where('waiting.user_id', '=', userId ?? ''))
    .execute();
  const byUser = Map.groupBy(rows, (row) => row.userId);
  return new Map([...byUser].map(([id, some]) => [id, toWaiting(some)]));
}

/** The users for whom a confirmation of the address is pending. */
export async function usersWaitingFor(db: Db, email: string, now: Date): Promise<string[]> {
  const rows = await selectWaiting(db, now).where('waiting.email_key', '=', emailKey(email)).execute();
  return [...new Set(rows.map(({ userId }) => userId))];
}

/** The pending confirmation of the link with this id; undefined once it has expired, and while the user is suspended. */
export async function findConfirmation(db: Db, id: string, now: Date) {
  return selectWaiting(db, now)
    .select('users.email as accountEmail')
    .where('waiting.id', '=', id)
    .where('waiting.expires_at', '>', now.toISOString())
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
}

interface NewConfirmation {
  userId: string;
  email: string;
  /** The session that asks for a change to the address; undefined if it is the account's own address. */
  sessionId?: string;
}

/** Adds a pending confirmation of the address, in place of an earlier one. Returns the id of the link. */
export async function insertConfirmation(
  tx: Tx,
  { userId, email, sessionId }: NewConfirmation,
  now: Date,
): Promise<string> {
  const row = {
    id: newId(),
    email,
    email_key: emailKey(email),
    expires_at: expiryFrom(now),
    session_id: sessionId ?? null,
  };
  await tx
    .insertInto('email_confirmations')
    .values({ ...row, user_id: userId, is_change: sessionId === undefined ? 0 : 1 })
    .onConflict((conflict) => conflict.columns(['user_id', 'is_change']).doUpdateSet(row))
    .execute();
  return row.id;
}

/** Renews the validity of the link. */
export async function renewConfirmation(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('email_confirmations')
    .set({ expires_at: expiryFrom(now) })
    .where('id', '=', id)
    .execute();
}

/** Deletes the pending confirmations of the account, or only the one with the id. */
export async function deleteConfirmations(tx: Tx, userId: string, id?: string): Promise<void> {
  await tx
    .deleteFrom('email_confirmations')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute();
}

/** Deletes the user's pending change if the session that requested it has ended. */
export async function deleteOrphanedChange(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('email_confirmations')
    .where('user_id', '=', userId)
    .where('is_change', '=', 1)
    .where('session_id', 'not in', ({ selectFrom }) =>
      selectFrom('sessions').select('sessions.id').where('sessions.user_id', '=', userId),
    )
    .execute();
}

/** Deletes a batch of changes that were not confirmed in time. Returns how many. */
export async function deletePastPending(tx: Tx, now: Date): Promise<bigint> {
  const isPast = sql<boolean>`is_change = 1 and expires_at <= ${now.toISOString()}`;
  return deleteBatch(tx, 'email_confirmations', 'id', isPast);
}
