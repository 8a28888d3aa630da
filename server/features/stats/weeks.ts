import { type Week, weekCount } from '#contract/bugs/stats.ts';
import { dayOf, daysFrom } from '#server/db/bugs/bug-days.ts';
import type { Db } from '#server/db/schema.ts';

const day = 86_400_000;
/** 1970 began on a Thursday. */
const firstMonday = 4 * day;

/** The bugs opened and resolved in each of the last weeks, the one of `now` included. */
export async function countWeeks(db: Db, now: Date): Promise<Week[]> {
  const present = mondayOf(now.getTime());
  const weeks = new Map<string, Week>();
  for (let back = weekCount - 1; back >= 0; back -= 1) {
    const monday = dayText(present - back * 7 * day);
    weeks.set(monday, { monday, opened: 0, resolved: 0 });
  }
  const [first = ''] = weeks.keys();
  for (const counted of await daysFrom(db, first)) {
    // If the clock was set back, there are days in the future.
    const week = weeks.get(dayText(mondayOf(Date.parse(counted.day))));
    if (!week) continue;
    week.opened += counted.opened;
    week.resolved += counted.resolved;
  }
  return [...weeks.values()];
}

function mondayOf(time: number): number {
  return time - ((((time - firstMonday) % (7 * day)) + 7 * day) % (7 * day));
}

function dayText(time: number): string {
  return dayOf(new Date(time).toISOString());
}
