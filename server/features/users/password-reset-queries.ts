import type { Db, Tx } from '#server/db/schema.ts';
import { batchSize } from '#server/jobs/batches.ts';

interface NewReset {
  userId: string;
  tokenHash: string;
  expiresAt: Date;
}

/** Adds a reset link in place of the user's earlier one. */
export async function insertReset(
  tx: Tx,
  { userId, tokenHash, expiresAt }: NewReset,
  now: Date,
): Promise<void> {
  const row = {
    token_hash: tokenHash,
    created_at: now.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
  await tx
    .insertInto('password_resets')
    .values({ ...row, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** The user whom a link is for that can be used now. */
export async function findReset(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id as _id', 'users.name', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** Uses the link up; tells whether it was valid. */
export async function useReset(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Voids the user's link, if there is one. */
export async function deleteResetOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Deletes a batch of links that have expired. Returns how many. */
export async function deleteExpiredResets(tx: Tx, now: Date): Promise<bigint> {
  const at = now.toISOString();
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', 'in', ({ selectFrom }) =>
      selectFrom('password_resets').select('token_hash').where('expires_at', '<=', at).limit(batchSize),
    )
    // Once more, as a link may have been replaced since.
    .where('expires_at', '<=', at)
    .executeTakeFirst();
  return numDeletedRows;
}
