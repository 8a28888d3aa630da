import { sql } from 'kysely';
import { resetMinutes } from '#contract/accounts/account-links.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { deleteBatch } from '#server/jobs/job.ts';

/** How long a link is valid, in milliseconds. */
export const resetLife = resetMinutes * 60_000;

interface NewReset {
  userId: string;
  tokenHash: string;
  createdAt: Date;
  /** Whether it is mailed to the user; otherwise an admin or operator hands it over. */
  isMailed: boolean;
}

/**
 * Adds a reset link in place of the user's earlier one. A mailed link is not added if the user has had one that is as
 * new or newer: if the job runs again after the link was used, the link stays void.
 */
export async function insertReset(
  tx: Tx,
  { userId, tokenHash, createdAt, isMailed }: NewReset,
): Promise<void> {
  const row = {
    token_hash: tokenHash,
    created_at: createdAt.toISOString(),
    expires_at: new Date(createdAt.getTime() + resetLife).toISOString(),
    is_mailed: isMailed ? 1 : 0,
  };
  await tx
    .insertInto('password_resets')
    .values({ ...row, user_id: userId })
    .onConflict((conflict) => {
      const replaced = conflict.column('user_id').doUpdateSet(row);
      return isMailed ? replaced.where('password_resets.created_at', '<', row.created_at) : replaced;
    })
    .execute();
}

/** The user of a valid link. */
export async function findReset(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id as _id', 'users.name', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** Uses the link, and returns whether it was mailed to the user's address; undefined if it is not valid. */
export async function useReset(tx: Tx, tokenHash: string, now: Date) {
  const row = await tx
    .updateTable('password_resets')
    .set({ expires_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .returning('is_mailed')
    .executeTakeFirst();
  return row && { isMailed: row.is_mailed === 1 };
}

/** Voids the user's link, if there is one. */
export async function voidResetOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ expires_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .execute();
}

/** Deletes a batch of links that are older than any valid link and any link that a job can add. Returns how many. */
export async function deleteOldResets(tx: Tx, now: Date): Promise<bigint> {
  const before = new Date(now.getTime() - 2 * resetLife).toISOString();
  return deleteBatch(tx, 'password_resets', 'token_hash', sql<boolean>`created_at < ${before}`);
}
