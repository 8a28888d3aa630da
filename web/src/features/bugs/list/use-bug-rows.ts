import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { failureOfPages, retryPages } from '#web/lib/api/query.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { useQueryFields } from '#web/lib/bugs/query-fields.ts';
import { numberIn } from '#web/lib/bugs/bug-number.ts';
import { useNews } from '#web/lib/live/news.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { asUnfiltered, type BugPages, bugsOf, rowsOf, totalOf } from '#web/features/bugs/data/bug-pages.ts';
import {
  bugCountQuery,
  bugListQuery,
  bugQuery,
  coveringList,
  covers,
  numberedBugQuery,
} from '#web/features/bugs/data/queries.ts';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import type { Searched, TypedSearch } from '#web/features/bugs/search/use-searched.ts';
import { useListGroup } from './use-list-state.ts';

export interface BugRows {
  readonly rows: readonly Bug[];
  /** The list and search of the rows, for walking through them on the bug pages. */
  readonly walked: WalkedList;
  /** The number of matches as text; undefined while it is unknown. */
  readonly total: string | undefined;
  readonly loading: boolean;
  /** Whether the rows are still those of the previous filter and order, while the new ones are loading. */
  readonly isOld: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** Whether more rows can be loaded, and the function that loads them. */
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** Loads until this many bugs are loaded, or all. Rejects if a page cannot be loaded. */
  readonly loadUpTo: (count: number) => Promise<void>;
}

/** The rows of the list, or those shown by its groups. */
export function useRowsShown(filter: BugFilter, typed: TypedSearch) {
  const { field } = useListGroup();
  const numbered = useNumberedBug(typed);
  // The bug whose number was typed comes first, regardless of its group.
  const grouping = numbered.bug ? undefined : field;
  const ungrouped = useWithFirst(useBugRows(filter, typed, grouping === undefined), numbered);
  const counted = useBugCount(filter, typed.settled, grouping !== undefined);
  const [inGroups, setInGroups] = useState<readonly Bug[]>([]);
  const rows = grouping ? inGroups : ungrouped.rows;
  const isComing = grouping ? rows.length === 0 : ungrouped.loading || ungrouped.isOld;
  useNews(isComing ? undefined : rows);
  const { total, error, retry } = grouping ? counted : ungrouped;
  const areGroupsShown = total !== '0' && (error === null || total !== undefined);
  const list = {
    grouping,
    ungrouped,
    total,
    error,
    retry,
    // An empty list keeps its headings.
    hasRows: grouping ? areGroupsShown : ungrouped.rows.length > 0 || isEmpty(ungrouped),
    isUnknown: grouping
      ? !areGroupsShown
      : total === undefined && !ungrouped.loading && ungrouped.rows.length === 0,
    // Groups show their loading state themselves.
    isLoading: !grouping && ungrouped.loading,
  };
  return { rows, list, setInGroups };
}

interface Numbered {
  readonly bug: Bug | undefined;
  /** Whether it is still unknown if there is one. */
  readonly isComing: boolean;
}

/** The bug whose number is the text of the search box, regardless of the filters. */
function useNumberedBug({ searched, settled }: Pick<TypedSearch, 'searched' | 'settled'>): Numbered {
  const hasNumbers = useAdditions();
  const typed = hasNumbers ? numberIn(searched.q.trim()) : undefined;
  const asked = hasNumbers ? numberIn(settled.q.trim()) : undefined;
  const found = useQuery({ ...numberedBugQuery(asked ?? 0), enabled: asked !== undefined });
  const id = found.data?._id;
  // Under its id, edits and live updates correct it.
  const { data: bug, error, isLoading } = useQuery({ ...bugQuery(id ?? ''), enabled: id !== undefined });
  const isDeleted = error instanceof ApiError && error.status === 404;
  return {
    bug: id !== undefined && typed !== undefined && bug?.number === typed && !isDeleted ? bug : undefined,
    isComing: typed !== undefined && (typed !== asked || found.isLoading || isLoading),
  };
}

/** The rows with this bug as the first one. */
function useWithFirst(list: BugRows, { bug, isComing }: Numbered): BugRows {
  const { rows: others, total } = list;
  const rows = useMemo(
    () => (bug ? [bug, ...others.filter(({ _id }) => _id !== bug._id)] : others),
    [bug, others],
  );
  if (bug === undefined) return isComing && total === '0' ? { ...list, total: undefined } : list;
  const isAdded = rows.length > others.length && total !== undefined && /^\d+$/.test(total);
  return { ...list, rows, loading: false, total: isAdded ? String(Number(total) + 1) : total };
}

/** Whether no bugs match. */
export function isEmpty({ total, error }: Pick<BugRows, 'total' | 'error'>): boolean {
  return total === '0' && error === null;
}

/**
 * The bugs of a list that match a text or a query. If all bugs that can contain the text are loaded, they are searched
 * locally at every keystroke. Otherwise, and for every query, the server is asked for `settled`, the search after a
 * pause in typing. Until it answers, known results of another search or filter are shown. If `isWanted` is false,
 * nothing is fetched.
 */
function useBugRows(
  filter: BugFilter,
  { searched, settled }: Pick<TypedSearch, 'searched' | 'settled'>,
  isWanted: boolean,
): BugRows {
  const { q: text, query } = searched;
  const fields = useQueryFields();
  const client = useQueryClient();
  const { _id: me } = useUser();
  const isSearch = isSearching(searched);
  const wanted = isSearch ? { ...filter, ...parametersOf(settled) } : filter;
  const cover = coveringList(client, wanted);
  const { q, query: asked } = cover?.filter ?? wanted;
  const pages = useMemo(() => ({ ...filter, q, query: asked }), [filter, q, asked]);
  const list = useInfiniteQuery({
    ...bugListQuery(pages),
    enabled: isWanted,
    // Stale from the start, so that the server is asked in any case.
    initialData: () => cover && asUnfiltered(cover.data),
    initialDataUpdatedAt: 0,
    placeholderData: (before) => shownMeanwhile(before, text !== ''),
  });
  const { error, hasNextPage, isPlaceholderData } = list;
  const [data, answered] = list.data ? [list.data, asked] : [loadedInstead(client, filter, query), undefined];
  const rows = useMemo(
    () => rowsOf(data, { filter: { ...filter, query: answered }, fields, text, query, me }),
    [data, filter, answered, fields, text, query, me],
  );
  const isQuery = query !== undefined;
  const isUnanswered = isPlaceholderData || (isQuery && query !== asked);
  const isOld = isUnanswered && (isQuery || !isSearch);
  const walked = useWalked({ pages, text, query }, { isOld, isUnanswered });
  // While the server searches, the count and the remaining pages of another list would both be misleading.
  const isWhole = isSame(searched, pages);
  // Another text's matches may not include all matches of this one.
  const isKnown = !isPlaceholderData && covers(pages, { ...pages, q: text, query });
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
    async loadUpTo(count) {
      let { data: loaded } = list;
      let isMore = loaded === undefined || list.hasNextPage;
      while (isMore && bugsOf(loaded).length < count)
        ({ data: loaded, hasNextPage: isMore } = await list.fetchNextPage({
          cancelRefetch: false,
          throwOnError: true,
        }));
    },
  };
}

/** The number of bugs in a list whose rows are fetched by group. */
function useBugCount(
  filter: BugFilter,
  settled: Searched,
  isWanted: boolean,
): Pick<BugRows, 'total' | 'error' | 'retry'> {
  const list = useInfiniteQuery({
    ...bugCountQuery({ ...filter, ...parametersOf(settled) }),
    enabled: isWanted,
  });
  return {
    total: totalOf(list.data, bugsOf(list.data).length, true),
    error: failureOfPages(list),
    retry: () => retryPages(list),
  };
}

const isSearching = ({ q, query }: Searched) => q !== '' || query !== undefined;
const parametersOf = ({ q, query }: Searched) => ({ q: q || undefined, query });

const isSame = (searched: Searched, pages: BugFilter) =>
  searched.q === (pages.q ?? '') && searched.query === pages.query;

/** If the search for a text fails, the loaded bugs are searched. */
function loadedInstead(client: QueryClient, filter: BugFilter, query: string | undefined) {
  return query === undefined ? client.getQueryData(bugListQuery(filter).queryKey) : undefined;
}

/** The rows of the previous list, shown until the new one's pages are loaded. */
function shownMeanwhile(before: BugPages | undefined, isTextSearch: boolean): BugPages | undefined {
  if (before === undefined || bugsOf(before).length === 0) return undefined;
  return isTextSearch ? asUnfiltered(before) : before;
}

/** The list being shown (the previous one while the new one is loading). */
function useWalked(
  { pages, text, query }: WalkedList,
  { isOld, isUnanswered }: { isOld: boolean; isUnanswered: boolean },
): WalkedList {
  const list = useMemo(() => ({ pages, text, query }), [pages, text, query]);
  const [shown, setShown] = useState(list);
  if (!isUnanswered && shown !== list) setShown(list);
  return isOld ? shown : list;
}
