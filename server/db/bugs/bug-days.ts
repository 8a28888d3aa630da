import { type OnConflictBuilder, sql } from 'kysely';
import type { Bug } from '#contract/bugs/bugs.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db, Schema, Tx } from '#server/db/schema.ts';
import { type CommitStore, atCommit, beforeCommit } from '#server/db/transaction.ts';

/** The fields of a bug that are counted by the day. */
type Dated = Pick<Bug, '_id' | 'status' | 'createdAt'>;

/** The bugs that were opened and resolved on a day of UTC. */
export interface Day {
  /** As in 2026-11-21. */
  day: string;
  opened: number;
  resolved: number;
}

/**
 * Updates the counts for a bug that changed at `at` from `before` to `after`, before the commit; either is undefined
 * for a new or deleted bug. It comes before `countChange`: day rows are locked before count rows, everywhere. A bug
 * counts as resolved on at most one day: the day of its latest resolution, while it is still resolved.
 */
export function countDays(
  tx: Tx,
  { before, after, at }: { before: Dated | undefined; after: Dated | undefined; at: string },
): void {
  const add = (moment: string, counts: Omit<Day, 'day'>) =>
    atCommit(tx, bugDays, { day: dayOf(moment), ...counts });
  if (after && !before) add(after.createdAt, { opened: 1, resolved: 0 });
  if (before && !after) add(before.createdAt, { opened: -1, resolved: 0 });
  const [was, is] = [before?.status === 'resolved', after?.status === 'resolved'];
  if (before && was && !is) {
    beforeCommit(tx, takeFromDayOfResolution(tx, before._id));
    beforeCommit(tx, tx.deleteFrom('resolutions').where('bug_id', '=', before._id).execute());
  }
  if (after && is && !was) {
    beforeCommit(tx, tx.insertInto('resolutions').values({ bug_id: after._id, at }).execute());
    add(at, { opened: 0, resolved: 1 });
  }
}

/** The day of a moment, both in UTC. */
export function dayOf(moment: string): string {
  return moment.slice(0, '2026-11-21'.length);
}

const bugDays: CommitStore<Day> = {
  name: 'bug days',
  async write(tx, days) {
    const sums = new Map<string, Day>();
    for (const { day, opened, resolved } of days) {
      const others = sums.get(day);
      sums.set(day, {
        day,
        opened: opened + (others?.opened ?? 0),
        resolved: resolved + (others?.resolved ?? 0),
      });
    }
    // Always in the same order, which avoids deadlocks.
    const ordered = [...sums.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
    await tx
      .insertInto('bug_days')
      .values(ordered.map((day) => ({ ...day, shard: engineOf(tx).shard })))
      .onConflict(addExcluded)
      .execute();
  },
};

async function takeFromDayOfResolution(tx: Tx, bugId: string): Promise<void> {
  await tx
    .insertInto('bug_days')
    .columns(['day', 'shard', 'opened', 'resolved'])
    .expression((eb) =>
      eb
        .selectFrom('resolutions')
        .select([
          engineOf(tx).dayOf('at').as('day'),
          engineOf(tx).shard.as('shard'),
          sql.lit(0).as('opened'),
          sql.lit(-1).as('resolved'),
        ])
        .where('bug_id', '=', bugId),
    )
    .onConflict(addExcluded)
    .execute();
}

function addExcluded(conflict: OnConflictBuilder<Schema, 'bug_days'>) {
  return conflict.columns(['day', 'shard']).doUpdateSet((eb) => ({
    opened: eb('bug_days.opened', '+', eb.ref('excluded.opened')),
    resolved: eb('bug_days.resolved', '+', eb.ref('excluded.resolved')),
  }));
}

/** The counts of each day since the first one, in no order. A day may be missing or split into several rows. */
export async function daysFrom(db: Db, first: string): Promise<Day[]> {
  return db.selectFrom('bug_days').select(['day', 'opened', 'resolved']).where('day', '>=', first).execute();
}
