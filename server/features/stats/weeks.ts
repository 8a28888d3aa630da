import { type Week, weekCount } from '#contract/bugs/stats.ts';
import type { Db } from '#server/engine/schema.ts';
import { countBetween } from './queries.ts';

const day = 86_400_000;
const week = 7 * day;
/** 1970 began on a Thursday. */
const firstMonday = 4 * day;
/** From this many bugs on, which take milliseconds, a count is shared: all open dashboards ask after every change. */
const many = 20_000;
/** The last count of many bugs, in the only database of the process. It is used until the minute ends, as weeks do. */
let shared: { minute: number; weeks: Promise<Week[]> } | undefined;
let isOfMany = false;

/** The bugs opened and resolved in each of the last weeks, the one of `now` included. */
export async function countWeeks(db: Db, now: Date): Promise<Week[]> {
  const minute = Math.floor(now.getTime() / 60_000);
  while (shared?.minute === minute) {
    const earlier = shared;
    try {
      return await earlier.weeks;
    } catch {
      // The client that counted may have disconnected: one of the waiting ones counts for the others.
      if (shared === earlier) shared = undefined;
    }
  }
  const weeks = count(db, now);
  if (isOfMany) shared = { minute, weeks };
  const counted = (await weeks).reduce((sum, { opened, resolved }) => sum + opened + resolved, 0);
  isOfMany = counted >= many;
  shared = isOfMany ? { minute, weeks } : undefined;
  return weeks;
}

async function count(db: Db, now: Date): Promise<Week[]> {
  const present = firstMonday + Math.floor((now.getTime() - firstMonday) / week) * week;
  // One more than the weeks: the end of the last one.
  const mondays = Array.from({ length: weekCount + 1 }, (_, i) =>
    new Date(present + (i + 1 - weekCount) * week).toISOString(),
  );
  const counts = await countBetween(db, mondays);
  return counts.map((counted, i) => ({
    monday: mondays[i]?.slice(0, '2026-11-23'.length) ?? '',
    ...counted,
  }));
}
