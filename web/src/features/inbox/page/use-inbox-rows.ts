import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import { failureOfPages, retryPages } from '#web/lib/api/failure-of.ts';
import { type InboxFilter, itemsOf, withChanges, withItem } from '#web/features/inbox/inbox-pages.ts';
import { usePendingChanges } from '#web/features/inbox/mutations.ts';
import { clearLingering, inboxQuery, lingeringQuery } from '#web/features/inbox/queries.ts';

/** The shown rows of a list of the inbox. */
export interface InboxRows {
  readonly rows: readonly InboxItem[];
  /** Whether nothing is loaded yet. */
  readonly loading: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** The rows of a list with pending changes. */
export function useInboxRows(filter: InboxFilter): InboxRows {
  const client = useQueryClient();
  const query = useInfiniteQuery(inboxQuery(filter));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { data: lingering } = useQuery(lingeringQuery);
  const pending = usePendingChanges();
  useEffect(() => clearLingering(client), [client, filter]);
  const rows = useMemo(() => {
    const kept = filter.state === 'unread' ? lingering : [];
    const all = kept.reduce((known, item) => withLingering(known, item), itemsOf(data));
    return withChanges(
      all,
      pending.map(({ change }) => change),
      filter,
      hasNextPage,
    );
  }, [data, lingering, pending, filter, hasNextPage]);
  return {
    rows,
    loading: query.isPending && query.error === null,
    error: failureOfPages(query),
    hasMore: hasNextPage && !query.isFetchNextPageError,
    loadMore: () => {
      if (!isFetchingNextPage) void fetchNextPage();
    },
    retry: () => retryPages(query),
  };
}

/** A row that is unread again is already among the rows. */
function withLingering(rows: readonly InboxItem[], item: InboxItem): readonly InboxItem[] {
  if (rows.some(({ bug }) => bug._id === item.bug._id)) return rows;
  return withItem(rows, item, { state: 'all', reason: undefined }, false);
}
