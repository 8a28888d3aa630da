import type { Db, Tx } from '#server/engine/schema.ts';

/** The recorded state of backups. */
interface Backups {
  /** The time of the newest proven backup. */
  provenAt: string | null;
  /** The last failure, unless a backup was proven since. */
  failure: { at: string; reason: string } | null;
}

type Name = 'proven' | 'failed';

async function find(db: Db, name: Name) {
  return db.selectFrom('backups').select(['at', 'details']).where('name', '=', name).executeTakeFirst();
}

async function put(tx: Tx, name: Name, at: string, details: string): Promise<void> {
  await tx
    .insertInto('backups')
    .values({ name, at, details })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at, details }))
    .execute();
}

export async function readBackups(db: Db): Promise<Backups> {
  const proven = await find(db, 'proven');
  const failed = await find(db, 'failed');
  const isPast = failed === undefined || (proven !== undefined && proven.at > failed.at);
  return {
    provenAt: proven?.at ?? null,
    failure: isPast ? null : { at: failed.at, reason: failed.details },
  };
}

/** Records a proven backup made at this time. */
export async function noteProven(tx: Tx, at: string, path: string): Promise<void> {
  const newest = await find(tx, 'proven');
  if (newest === undefined || newest.at < at) await put(tx, 'proven', at, path);
}

export async function noteFailure(tx: Tx, at: string, reason: string): Promise<void> {
  await put(tx, 'failed', at, reason.slice(0, 1000));
}
