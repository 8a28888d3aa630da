import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Bug, BugFilter } from '#contract/bugs.ts';
import { fold, matchesSearch } from '#contract/search.ts';
import { bugListQuery } from './queries.ts';

export interface BugRows {
  readonly rows: readonly Bug[];
  /** How many match, for people; undefined while that is not known. */
  readonly total: string | undefined;
  readonly loading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** Whether there are more than are loaded, and the way to load them. */
  readonly hasMore: boolean;
  readonly loadMore: () => void;
}

/**
 * The bugs of a list that contain a text. As long as all that may match are loaded they are searched here, at every
 * keystroke; where there are more, the server is asked too (`settled` is the text once one stops typing), and what
 * is already here is shown meanwhile. Both follow the contract's one rule.
 */
export function useBugRows(filter: BugFilter, text: string, settled: string): BugRows {
  const all = useInfiniteQuery(bugListQuery(filter));
  const allLoaded = all.isSuccess && !all.hasNextPage;

  const [asked, setAsked] = useState(settled);
  const found = useInfiniteQuery({
    ...bugListQuery({ ...filter, q: asked }),
    enabled: asked !== '' && !allLoaded,
    placeholderData: keepPreviousData,
  });
  // A longer text can only match among what matched the shorter one.
  const foundLoaded = found.isSuccess && !found.isPlaceholderData && !found.hasNextPage;
  const covered = allLoaded || (foundLoaded && asked !== '' && fold(settled).includes(fold(asked)));
  useEffect(() => {
    if (settled === '' || !covered) setAsked(settled);
  }, [settled, covered]);

  const source = text === '' || allLoaded || !found.data ? all : found;
  const { data } = source;
  const rows = useMemo(() => {
    const loaded = data?.pages.flatMap((page) => page.bugs) ?? [];
    return text === '' ? loaded : loaded.filter((bug) => matchesSearch(bug, text));
  }, [data, text]);

  const complete = !source.hasNextPage && !source.isPlaceholderData;
  const exact = text === '' || text === asked;
  return {
    rows,
    total: complete ? String(rows.length) : exact && !source.isPlaceholderData ? data?.pages.at(-1)?.total : undefined,
    loading: data === undefined && source.error === null,
    error: source.error ?? (source === all ? null : all.error),
    retry: () => void (source.isFetchNextPageError ? source.fetchNextPage() : source.refetch()),
    // While the server searches, reading on in the whole list would help nobody.
    hasMore: source.hasNextPage && (source === found || text === '') && !source.isFetching && source.error === null,
    loadMore: () => void source.fetchNextPage({ cancelRefetch: false }),
  };
}
