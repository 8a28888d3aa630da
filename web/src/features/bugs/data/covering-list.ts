import type { QueryClient } from '@tanstack/react-query';
import { coversSearch } from '#contract/bugs/search.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { type BugPages, isComplete } from './bug-pages.ts';
import { bugListQuery, bugLists } from './queries.ts';

/** A cached list that is complete and has all bugs of another one. */
interface CoveringList {
  readonly filter: BugFilter;
  readonly data: BugPages;
}

/** The newest cached list that is complete and has all bugs of the wanted one; undefined without such a list. */
export function coveringList(client: QueryClient, wanted: BugFilter): CoveringList | undefined {
  // If more of the wanted list itself is loaded, that is used.
  const ownOf = ({ q, query }: BugFilter) =>
    client.getQueryData(bugListQuery({ ...wanted, q, query }).queryKey);
  return client
    .getQueryCache()
    .findAll(bugLists)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ queryKey, state }) => ({ filter: queryKey[1] as BugFilter, data: state.data as BugPages }))
    .find(
      ({ filter, data }) => covers(filter, wanted) && isComplete(data) && isComplete(ownOf(filter) ?? data),
    );
}

/** Whether the wider list has all bugs of the narrower one, and the browser can find them in it: it evaluates no queries. */
export function covers({ sort: _, q = '', ...wide }: BugFilter, narrow: BugFilter): boolean {
  const names = Object.keys(wide) as (keyof typeof wide)[];
  return (
    coversSearch(q, narrow.q ?? '') &&
    wide.query === narrow.query &&
    names.every((name) => wide[name] === undefined || wide[name] === narrow[name])
  );
}
