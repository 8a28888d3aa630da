import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { coversSearch } from '#contract/search.ts';
import { failureOfPages, retryPages } from '#web/lib/api/failure-of.ts';
import type { BugFilter } from '#web/lib/api/bug-filter.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { asUnfiltered, bugsOf, rowsOf, totalOf } from '#web/features/bugs/data/bug-pages.ts';
import { coveringList } from '#web/features/bugs/data/covering-list.ts';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import { bugListQuery } from '#web/features/bugs/data/queries.ts';

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
 * keystroke; where there are more, the server is asked for `settled`, the text once one stops typing. What is known of
 * the result of another text or filter is shown meanwhile.
 */
export function useBugRows(filter: BugFilter, text: string, settled: string): BugRows {
  const client = useQueryClient();
  const { _id: me } = useUser();
  const isSearch = text !== '';
  const wanted = { ...filter, q: isSearch && settled !== '' ? settled : undefined };
  const cover = coveringList(client, wanted);
  const { q } = cover?.filter ?? wanted;
  const pages = useMemo(() => ({ ...filter, q }), [filter, q]);
  const list = useInfiniteQuery({
    ...bugListQuery(pages),
    // The server is asked all the same.
    initialData: () => cover && asUnfiltered(cover.data),
    initialDataUpdatedAt: 0,
    placeholderData: (before) => {
      if (bugsOf(before).length === 0) return undefined;
      return isSearch ? before && asUnfiltered(before) : before;
    },
  });
  const { error, hasNextPage, isPlaceholderData } = list;
  // Where the search fails, what is loaded is searched.
  const data = list.data ?? client.getQueryData(bugListQuery(filter).queryKey);
  const rows = useMemo(() => rowsOf(data, { filter, text, me }), [data, filter, text, me]);
  const isOld = isPlaceholderData && !isSearch;
  const walked = useWalked({ pages, text }, { isOld, isPlaceholderData });
  // While the server searches, the count and the rest of another list would both mislead.
  const isWhole = text === (q ?? '');
  // What was found for another text need not have what this one finds.
  const isKnown = !isPlaceholderData && coversSearch(q ?? '', text);
  return {
    rows,
    walked,
    total: isKnown ? totalOf(list.data, rows.length, isWhole) : undefined,
    loading: data === undefined && error === null,
    hasMore: isWhole && hasNextPage && !list.isFetching && error === null,
    isOld,
    error: failureOfPages(list),
    retry: () => retryPages(list),
    loadMore: () => void list.fetchNextPage({ cancelRefetch: false }),
  };
}

/** The list that the rows are of: old ones are those of the list that was shown before. */
function useWalked(
  { pages, text }: WalkedList,
  { isOld, isPlaceholderData }: { isOld: boolean; isPlaceholderData: boolean },
): WalkedList {
  const list = useMemo(() => ({ pages, text }), [pages, text]);
  const [shown, setShown] = useState(list);
  if (!isPlaceholderData && shown !== list) setShown(list);
  return isOld ? shown : list;
}
