import { engineOf } from './dialect.ts';
import type { Db, Tx } from './schema.ts';

/** Holds all jobs: after a restore or copy, they might repeat work already done, here or elsewhere. */
export async function holdJobs(tx: Tx, now: Date): Promise<void> {
  await tx
    .insertInto('job_holds')
    .values({ since: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** When the jobs were held; undefined if they are not. */
export async function heldSince(db: Db): Promise<string | null> {
  const hold = await db.selectFrom('job_holds').select('since').orderBy('since').limit(1).executeTakeFirst();
  return hold?.since ?? null;
}

/** Lets held jobs start; returns whether they were held. */
export async function releaseJobs(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('job_holds').executeTakeFirst();
  await wakeWorkers(tx);
  return numDeletedRows > 0n;
}

/** Signals every process at the commit that a job may be due. */
export async function wakeWorkers(tx: Tx): Promise<void> {
  for (const statement of engineOf(tx).notifyCommit) await statement.execute(tx);
}
