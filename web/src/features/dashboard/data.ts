import { queryOptions } from '@tanstack/react-query';
import { getSetup } from '#contract/accounts/users.ts';
import type { Status } from '#contract/bugs/bug-fields.ts';
import { getWeeklyStats } from '#contract/bugs/stats.ts';
import { locale } from '#web/language/language.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { newestFirst } from '#web/lib/bugs/bug-number.ts';
import { type Bug, getStats, listBugs } from '#web/lib/api/specified.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';

/** The maximum number of bugs in each list of the dashboard. */
export const shownBugs = 5;
const limit = String(shownBugs);

export const statsQuery = { ...endpointQuery(getStats, {}), staleTime: untilChanged };

export const weeksQuery = endpointQuery(getWeeklyStats, {});

/* Under separate keys: the list's keys hold pages, which the list patches. */
const listsKey = 'dashboard lists';

/** The dashboard's lists, all of them. */
export const bugLists = { queryKey: [listsKey] };

/** A list of the dashboard. */
const listQuery = (name: string, read: (signal: AbortSignal) => Promise<Bug[]>) =>
  queryOptions({
    queryKey: [listsKey, name],
    queryFn: ({ signal }) => read(signal),
    staleTime: untilChanged,
  });

export type BugListQuery = ReturnType<typeof listQuery>;

/** The newest unresolved bugs assigned to the user. */
export const mineQuery = listQuery('mine', async (signal) => {
  const ofStatus = (status: Status) => call(listBugs, { query: { assignedTo: 'me', status, limit }, signal });
  const bugs = (await Promise.all([ofStatus('open'), ofStatus('in-progress')])).flat();
  return bugs.toSorted(newestFirst).slice(0, shownBugs);
});

/** The most recently changed bugs. */
export const latelyQuery = listQuery('lately', (signal) =>
  call(listBugs, { query: { sort: '-updatedAt', limit }, signal }),
);

/** The remaining steps of the tracker's setup. Refetched with the dashboard's lists until none remain. */
export const setupQuery = queryOptions({
  queryKey: [...bugLists.queryKey, 'setup'],
  queryFn: ({ signal }) => call(getSetup, { signal }),
});

/* Weeks are in UTC, in every time zone. */
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' });

/** A day in the user's format, without the year. `value` is like 2026-11-21. */
export function dayLabel(value: string): string {
  return day.format(new Date(value));
}
