import type { Bug } from '#contract/bugs.ts';
import { compiled, compiledWrite } from './compiled.ts';
import type { Db, Tx } from './schema.ts';

/** What of a bug is counted by the day. */
type Dated = Pick<Bug, '_id' | 'status' | 'createdAt'>;

/** What happened on a day of UTC. */
export interface Day {
  /** As in 2026-11-21. */
  day: string;
  opened: number;
  resolved: number;
}

/**
 * Updates the counts for a bug that is since `at` as `after` says and no longer as `before` does; either is missing where there is
 * none. A bug counts as resolved on one day at most: the day on which it became what it still is.
 */
export async function countDays(
  tx: Tx,
  { before, after, at }: { before: Dated | undefined; after: Dated | undefined; at: string },
): Promise<void> {
  const days = new Map<string, Day>();
  function add(moment: string, what: 'opened' | 'resolved', bugs: number): void {
    const day = dayOf(moment);
    const counts = days.get(day) ?? { day, opened: 0, resolved: 0 };
    days.set(day, { ...counts, [what]: counts[what] + bugs });
  }
  if (after && !before) add(after.createdAt, 'opened', 1);
  if (before && !after) add(before.createdAt, 'opened', -1);
  const [was, is] = [before?.status === 'resolved', after?.status === 'resolved'];
  if (before && was && !is) {
    const [resolution] = await deleteResolution(tx, { bug_id: before._id });
    if (resolution) add(resolution.at, 'resolved', -1);
  }
  if (after && is && !was) {
    await insertResolution(tx, { bug_id: after._id, at });
    add(at, 'resolved', 1);
  }
  // Always in the same order, which avoids deadlocks.
  for (const day of [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))) await addToDay(tx, day);
}

/** The day of a moment, both in UTC. */
export function dayOf(moment: string): string {
  return moment.slice(0, '2026-11-21'.length);
}

const insertResolution = compiledWrite<{ bug_id: string; at: string }>((tx, value) =>
  tx.insertInto('resolutions').values({ bug_id: value('bug_id'), at: value('at') }),
);

const deleteResolution = compiledWrite<{ bug_id: string }, { at: string }>((tx, value) =>
  tx.deleteFrom('resolutions').where('bug_id', '=', value('bug_id')).returning('at'),
);

const updateDay = compiledWrite<Day, { day: string }>((tx, value) =>
  tx
    .updateTable('bug_days')
    .set((eb) => ({
      opened: eb('opened', '+', value('opened')),
      resolved: eb('resolved', '+', value('resolved')),
    }))
    .where('day', '=', value('day'))
    .returning('day'),
);

const insertDay = compiledWrite<Day>((tx, value) =>
  tx
    .insertInto('bug_days')
    .values({ day: value('day'), opened: value('opened'), resolved: value('resolved') })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({
        opened: eb('bug_days.opened', '+', eb.ref('excluded.opened')),
        resolved: eb('bug_days.resolved', '+', eb.ref('excluded.resolved')),
      })),
    ),
);

/** Only a day that nothing happened on yet has no row; a row to insert may hold nothing below zero, so it is updated first. */
async function addToDay(tx: Tx, day: Day): Promise<void> {
  const updated = await updateDay(tx, day);
  if (updated.length === 0) await insertDay(tx, day);
}

const selectDays = compiled<{ first: string }, Day>((db, value) =>
  db.selectFrom('bug_days').select(['day', 'opened', 'resolved']).where('day', '>=', value('first')),
);

/** What happened on each day from the first on, in no order; a day on which nothing did may be missing. */
export async function daysFrom(db: Db, first: string): Promise<Day[]> {
  return selectDays(db, { first });
}
