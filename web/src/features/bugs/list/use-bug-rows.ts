import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { fold } from '#contract/search.ts';
import { failureOfPages, retryPages } from '#web/lib/api/failure-of.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { rowsOf } from '#web/features/bugs/data/bug-pages.ts';
import { deriveList } from '#web/features/bugs/data/derive-list.ts';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import { bugListQuery, type BugPage } from '#web/features/bugs/data/queries.ts';

export interface BugRows {
  readonly rows: readonly Bug[];
  /** What the rows are made of, for who goes through them on the bugs' own pages. */
  readonly walked: WalkedList;
  /** How many match, for people; undefined while that is not known. */
  readonly total: string | undefined;
  readonly loading: boolean;
  /** The rows are still those of the filter and order before, while the new ones are on their way. */
  readonly isOld: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** Whether there are more than are loaded, and the way to load them. */
  readonly hasMore: boolean;
  readonly loadMore: () => void;
}

/**
 * The bugs of a list that contain a text. As long as all that may match are loaded they are searched here, at every
 * keystroke; where there are more, the server is asked too (`settled` is the text once one stops typing), and what
 * is already here is shown meanwhile. Both follow the contract's one rule. So does another filter, which shows at once
 * what is known of its result.
 */
export function useBugRows(filter: BugFilter, text: string, settled: string): BugRows {
  const client = useQueryClient();
  const { _id: me } = useUser();
  const all = useInfiniteQuery({
    ...bugListQuery(filter),
    // The server is asked all the same.
    initialData: () => deriveList(client, filter, me),
    initialDataUpdatedAt: 0,
    placeholderData: (before) => (before?.pages.some(({ bugs }) => bugs.length > 0) ? before : undefined),
  });
  const allLoaded = all.isSuccess && !all.isPlaceholderData && !all.hasNextPage;
  const { asked, found } = useFound(filter, settled, allLoaded);

  const source = text === '' || allLoaded || !found.data ? all : found;
  const { data } = source;
  const rows = useMemo(() => rowsOf(data, { filter, text, me }), [data, filter, text, me]);
  const searched = source === found ? asked : undefined;
  const walked = useMemo(
    () => ({ pages: searched === undefined ? filter : { ...filter, q: searched }, text }),
    [filter, searched, text],
  );

  // While the server searches, its count and the rest of the whole list would both mislead.
  const isWhole = text === '' || (source === found && text === asked);
  return {
    rows,
    walked,
    ...standing(source, rows.length, isWhole),
    isOld: all.isPlaceholderData,
    error: failureOfPages(source) ?? failureOfPages(found),
    retry: () => retryPages(found.error ? found : source),
    loadMore: () => void source.fetchNextPage({ cancelRefetch: false }),
  };
}

type Pages = UseInfiniteQueryResult<InfiniteData<BugPage>>;

/** How far a list has come, of which `shown` bugs are shown. */
function standing(
  list: Pages,
  shown: number,
  isWhole: boolean,
): Pick<BugRows, 'total' | 'loading' | 'hasMore'> {
  const { data, error, hasNextPage, isFetching, isPlaceholderData } = list;
  const counted = hasNextPage ? data?.pages.at(-1)?.total : String(shown);
  const isCounted = data !== undefined && !isPlaceholderData && (isWhole || !hasNextPage);
  return {
    total: isCounted ? counted : undefined,
    loading: data === undefined && error === null,
    hasMore: isWhole && hasNextPage && !isFetching && error === null,
  };
}

/** What the server finds for the text last asked of it. It is asked only where the loaded bugs cannot answer. */
function useFound(filter: BugFilter, settled: string, allLoaded: boolean) {
  const [asked, setAsked] = useState(settled);
  const found = useInfiniteQuery({
    ...bugListQuery({ ...filter, q: asked }),
    enabled: asked !== '' && !allLoaded,
    placeholderData: keepPreviousData,
  });
  const foundAll = found.isSuccess && !found.isPlaceholderData && !found.hasNextPage;
  // A longer text can only match among what matched the shorter one.
  const covered = allLoaded || (foundAll && asked !== '' && fold(settled).includes(fold(asked)));
  useEffect(() => {
    if (settled === '' || !covered) setAsked(settled);
  }, [settled, covered]);
  return { asked, found };
}
