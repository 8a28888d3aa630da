import { getSetup } from '#contract/accounts/setup.ts';
import { type Dashboard, getDashboard } from '#contract/bugs/stats.ts';
import { locale } from '#web/language/language.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { getStats } from '#web/lib/api/specified.ts';
import { showsBugs } from '#web/lib/bugs/cached-bug.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';

export const statsQuery = { ...endpointQuery(getStats, {}), staleTime: untilChanged };

/** The data that the dashboard shows besides its counts. */
export const dashboardQuery = {
  ...endpointQuery(getDashboard, {}),
  staleTime: untilChanged,
  meta: showsBugs(({ mine, lately }: Dashboard) => [...mine, ...lately]),
};

const partOf = <T>(select: (dashboard: Dashboard) => T) => ({ ...dashboardQuery, select });

const minute = 60_000;
const week = 7 * 24 * 60 * minute;

/**
 * The milliseconds until a new week begins, which no change of a bug announces, plus the minute for which servers with
 * many bugs share a count; false without weeks. At least two minutes, because this computer's clock may be fast.
 */
export function untilNextWeek(dashboard: Pick<Dashboard, 'weeks'> | undefined): number | false {
  const newest = dashboard?.weeks.at(-1);
  return newest ? Math.max(Date.parse(newest.monday) + week - Date.now(), minute) + minute : false;
}

export const weeksQuery = {
  ...partOf(({ weeks }) => weeks),
  refetchInterval: ({ state }: { readonly state: { readonly data: Dashboard | undefined } }) =>
    untilNextWeek(state.data),
};
export const mineQuery = partOf(({ mine }) => mine);
export const latelyQuery = partOf(({ lately }) => lately);

/** The remaining steps of the tracker's setup. */
export const setupQuery = { ...endpointQuery(getSetup, {}), staleTime: untilChanged };

/* Weeks are in UTC, in every time zone. */
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' });

/** A day in the user's format, without the year. `value` is like 2026-11-21. */
export function dayLabel(value: string): string {
  return day.format(new Date(value));
}
