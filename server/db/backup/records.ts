import type { Db, Tx } from '#server/db/schema.ts';

/** What is known of the backups. */
interface Backups {
  /** Of when the newest proven one is. */
  provenAt: string | null;
  /** The last one that failed, unless one was proven since. */
  failure: { at: string; reason: string } | null;
}

type Name = 'scheduled' | 'proven' | 'failed';

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

/** Notes that a backup was proven that is of this moment. */
export async function noteProven(tx: Tx, at: string, path: string): Promise<void> {
  const newest = await find(tx, 'proven');
  if (newest === undefined || newest.at < at) await put(tx, 'proven', at, path);
}

export async function noteFailure(tx: Tx, at: string, reason: string): Promise<void> {
  await put(tx, 'failed', at, reason.slice(0, 1000));
}

/** How long a scheduled backup may be under way, before another one is begun in its stead. Milliseconds. */
const longest = 3_600_000;

const underWay = 'under way';
const ended = 'ended';

/**
 * Takes on the next scheduled backup where it is due: the last one was begun `every` milliseconds ago, or came to
 * nothing. Only one of the processes that ask gets true.
 */
export async function takeDueBackup(tx: Tx, now: Date, every: number): Promise<boolean> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  const taken = { at: now.toISOString(), details: underWay };
  const first = await tx
    .insertInto('backups')
    .values({ name: 'scheduled', ...taken })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (first.numInsertedOrUpdatedRows === 1n) return true;
  const next = await tx
    .updateTable('backups')
    .set(taken)
    .where('name', '=', 'scheduled')
    .where((eb) =>
      eb.or([
        eb('at', '<=', before(every)),
        eb.and([eb('details', '<>', ended), eb('at', '<=', before(Math.min(every, longest)))]),
      ]),
    )
    .executeTakeFirst();
  return next.numUpdatedRows === 1n;
}

/** Notes that the scheduled backup that was taken on has been proven. */
export async function endDueBackup(tx: Tx): Promise<void> {
  await tx.updateTable('backups').set({ details: ended }).where('name', '=', 'scheduled').execute();
}

/** Gives back the scheduled backup that was taken on, as it came to nothing: another is due at once. */
export async function giveBackDueBackup(tx: Tx): Promise<void> {
  await tx.deleteFrom('backups').where('name', '=', 'scheduled').where('details', '=', underWay).execute();
}
