import { engineOf } from '#server/db/dialect.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import { batchSize } from '#server/jobs/batches.ts';
import type { RateLimit } from '#server/settings.ts';

const minute = 60_000;

type Taking = RateLimit & { readonly count?: number };

/** When a bucket would be full again if tokens were taken from it, and after how many milliseconds there will be so many. */
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

/** What `takeToken` would return now, without a lock: by the time of the taking, others may have taken some. */
export async function waitForToken(db: Db, key: string, taking: Taking, now: Date): Promise<number> {
  const row = await db.selectFrom('rate_limits').select('full_at').where('key', '=', key).executeTakeFirst();
  return take(row ? Date.parse(row.full_at) : now.getTime(), taking, now).wait;
}

/**
 * Takes `count` tokens from the bucket of this key, all of them or none. The buckets are in the database, so that a limit holds over
 * all instances and over restarts; each is one moment, at which it will be full again (GCRA,
 * https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm).
 * @returns after how many milliseconds there will be so many, when there are not and so none was taken; 0 when they were
 */
export async function takeToken(tx: Tx, key: string, taking: Taking, now: Date): Promise<number> {
  for (;;) {
    const fullAt = await lockBucket(tx, key, now);
    const { next, wait } = take(fullAt, taking, now);
    if (wait > 0) return wait;
    // Units of work that share a transaction do not lock rows against each other: another one may have taken some meanwhile.
    if (await setFullAt(tx, key, next, fullAt)) return 0;
  }
}

/** Puts a token back that was taken from the bucket. */
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

/** Sets it where it is still `from`, if that is given; returns whether it was. */
async function setFullAt(tx: Tx, key: string, at: number, from?: number): Promise<boolean> {
  const isFrom = from === undefined ? undefined : new Date(from).toISOString();
  const { numUpdatedRows } = await tx
    .updateTable('rate_limits')
    .set({ full_at: new Date(at).toISOString() })
    .where('key', '=', key)
    .$if(isFrom !== undefined, (query) => query.where('full_at', '=', isFrom ?? ''))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a batch of full buckets: one that is not stored counts as full. Returns how many. */
export async function deleteFullBuckets(tx: Tx, now: Date): Promise<bigint> {
  const at = now.toISOString();
  const { numDeletedRows } = await tx
    .deleteFrom('rate_limits')
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('rate_limits')
        .select('key')
        .where('full_at', '<=', at)
        .limit(batchSize)
        // Those that are being taken from are not full for long. Waiting for them, in any order, could be in a circle.
        .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate().skipLocked()),
    )
    // The condition again, as a token may have been taken since.
    .where('full_at', '<=', at)
    .executeTakeFirst();
  return numDeletedRows;
}
