import type { QueryClient } from '@tanstack/react-query';
import type { BugFilter } from '#web/lib/api/specified.ts';
import type { BugPages } from './bug-pages.ts';
import { belongs } from './order.ts';
import { bugLists } from './queries.ts';
import { defaultSort } from './sorting.ts';

/**
 * Derives a list from a cached one that is complete, has the same order, and a filter that this one only narrows
 * further. Undefined without such a list.
 */
export function deriveList(client: QueryClient, filter: BugFilter, me: string): BugPages | undefined {
  const [newest] = client
    .getQueryCache()
    .findAll(bugLists)
    .filter(({ queryKey, state }) => {
      const data = state.data as BugPages | undefined;
      const isWhole = data !== undefined && data.pages.at(-1)?.next === undefined;
      return isWhole && isWithin(filter, queryKey[1] ?? {});
    })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  return newest && filtered(newest.state.data as BugPages, filter, me);
}

function isWithin({ sort, ...narrow }: BugFilter, { sort: otherSort, ...wide }: BugFilter): boolean {
  const fields = Object.keys(wide) as (keyof typeof wide)[];
  return (
    (sort ?? defaultSort) === (otherSort ?? defaultSort) &&
    fields.every((field) => wide[field] === undefined || wide[field] === narrow[field])
  );
}

function filtered({ pages }: BugPages, filter: BugFilter, me: string): BugPages {
  const bugs = pages.flatMap((page) => page.bugs).filter((bug) => belongs(bug, filter, me));
  const since = Math.min(...pages.map((page) => page.since));
  return {
    pages: [
      {
        bugs,
        total: String(bugs.length),
        next: undefined,
        edge: bugs.at(-1),
        since,
        isBare: pages.some((page) => page.isBare),
      },
    ],
    pageParams: [undefined],
  };
}
