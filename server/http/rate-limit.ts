import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { batchSize } from '#server/jobs/job.ts';
import type { RateLimit } from '#server/settings.ts';

const minute = 60_000;

type Taking = RateLimit & { readonly count?: number };

/**
 * When a bucket would be full again after tokens are taken, and how many milliseconds remain until it has enough
 * tokens.
 */
function take(
  fullAt: number,
  { burst, perMinute, count = 1 }: Taking,
  now: Date,
): { next: number; wait: number } {
  if (count > burst) throw new Error(`A bucket of ${burst} tokens never has ${count}`);
  const at = now.getTime();
  const next = Math.max(fullAt, at) + (count * minute) / perMinute;
  return { next, wait: Math.max(0, Math.ceil(next - at - (burst * minute) / perMinute)) };
}

/** What `takeToken` would return now, without a lock: others may take tokens before the actual call. */
export async function waitForToken(db: Db, key: string, taking: Taking, now: Date): Promise<number> {
  const row = await db.selectFrom('rate_limits').select('full_at').where('key', '=', key).executeTakeFirst();
  return take(row ? Date.parse(row.full_at) : now.getTime(), taking, now).wait;
}

/**
 * Takes `count` tokens from the bucket of this key, all or none. The buckets are in the database, so that a limit holds
 * across instances and restarts; each is stored as the time at which it will be full again (GCRA,
 * https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm).
 * @returns 0 if they were taken; else the milliseconds until there are enough, in which case none were taken
 */
export async function takeToken(tx: Tx, key: string, taking: Taking, now: Date): Promise<number> {
  const { next, wait } = take(await lockBucket(tx, key, now), taking, now);
  if (wait === 0) await setFullAt(tx, key, next);
  return wait;
}

/** Returns a token that was taken from the bucket. */
export async function returnToken(tx: Tx, key: string, { perMinute }: RateLimit, now: Date): Promise<void> {
  await setFullAt(tx, key, (await lockBucket(tx, key, now)) - minute / perMinute);
}

/** When the bucket will be full, in milliseconds since 1970. The row is locked until the transaction ends. */
async function lockBucket(tx: Tx, key: string, now: Date): Promise<number> {
  const { full_at: fullAt } = await tx
    .insertInto('rate_limits')
    .values({ key, full_at: now.toISOString() })
    // Changes nothing, but locks the row and returns it.
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('full_at')
    .executeTakeFirstOrThrow();
  return Date.parse(fullAt);
}

async function setFullAt(tx: Tx, key: string, at: number): Promise<void> {
  const row = { full_at: new Date(at).toISOString() };
  await tx.updateTable('rate_limits').set(row).where('key', '=', key).execute();
}

/** Deletes a batch of full buckets: a missing bucket counts as full. Returns how many. */
export async function deleteFullBuckets(tx: Tx, now: Date): Promise<bigint> {
  const at = now.toISOString();
  const { numDeletedRows } = await tx
    .deleteFrom('rate_limits')
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('rate_limits')
        .select('key')
        .where('full_at', '<=', at)
        .limit(batchSize)
        // Locked ones are being taken from, so they are not full for long. Waiting for them could deadlock.
        .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate().skipLocked()),
    )
    // Checked again, because a token may have been taken since.
    .where('full_at', '<=', at)
    .executeTakeFirst();
  return numDeletedRows;
}
