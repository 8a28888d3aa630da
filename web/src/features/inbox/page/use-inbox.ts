import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { InboxItem, Reason } from '#contract/conversation/inbox.ts';
import { counted, formatNumber } from '#web/language/language.ts';
import { failureOfPages, retryPages } from '#web/lib/api/query.ts';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import type { NoticeAction } from '#web/ui/ActionNotice.tsx';
import {
  clearLingering,
  fetchInboxPage,
  inboxQuery,
  lingeringQuery,
  useChangeInbox,
  usePendingChanges,
} from '#web/features/inbox/data.ts';
import {
  type InboxChange,
  type InboxFilter,
  itemsOf,
  undoOf,
  withChanges,
  withItem,
} from '#web/features/inbox/inbox-pages.ts';
import { momentText } from './snooze.ts';
import { texts } from '#web/features/inbox/texts.ts';

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

/** The text of an action's outcome. */
interface Outcome {
  readonly id: number;
  readonly text: string;
  readonly problem?: Problem;
  /** Retries the action after a failure, or undoes it. */
  readonly next: NoticeAction | undefined;
}

/** The maximum number of rows remembered for undo. */
export const mostUndone = 300;

/** Changes of the inbox, with the outcome of the last one. */
export function useInboxActions() {
  const { mutateAsync } = useChangeInbox();
  const [outcome, setOutcome] = useState<Outcome>();

  function apply(changes: readonly InboxChange[], text: string | undefined, undo?: readonly InboxChange[]) {
    const id = Date.now();
    const next = undo && { label: texts.undo, run: () => apply(undo, undefined) };
    setOutcome(text === undefined ? undefined : { id, text, next });
    Promise.all(changes.map((one) => mutateAsync(one))).catch((error: unknown) =>
      fail(error, () => apply(changes, text, undo)),
    );
  }

  function fail(error: unknown, again: () => void) {
    const problem = problemOf(texts.changeFailed, error);
    setOutcome({ id: Date.now(), text: problem.title, problem, next: { label: texts.retry, run: again } });
  }

  /** Changes the state of rows. */
  function change(made: InboxChange) {
    if (made.items.length > 0) apply([made], textOf(made), undoOf(made));
  }

  /** Marks all unread rows as read; without undo if there are too many. */
  async function readAll(reason: Reason | undefined) {
    let items: readonly InboxItem[];
    try {
      items = await unreadItems(reason);
    } catch (error) {
      return fail(error, () => void readAll(reason));
    }
    const [newest] = items;
    if (!newest) return;
    const upTo = items.reduce((last, { latest }) => (latest.at > last ? latest.at : last), newest.latest.at);
    const made: InboxChange = { items, state: 'read', all: { reason }, upTo };
    const isWhole = items.length <= mostUndone;
    apply([made], isWhole ? textOf(made) : texts.readAllDone, isWhole ? undoOf(made) : undefined);
  }

  /** The unread rows, up to the limit for undo, and one more page. */
  async function unreadItems(reason: Reason | undefined): Promise<readonly InboxItem[]> {
    const filter = { state: 'unread', reason } as const;
    const items: InboxItem[] = [];
    let cursor: string | undefined;
    do {
      const page = await fetchInboxPage(filter, cursor);
      items.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined && items.length <= mostUndone);
    return items;
  }

  return {
    change,
    readAll,
    outcome,
    close: () => setOutcome(undefined),
  };
}

/** A sentence on the result of a change. */
function textOf({ items, state, snoozedUntil }: InboxChange): string {
  const [first] = items;
  const what =
    items.length === 1 && first ? `#${formatNumber(first.bug.number)}` : counted(items.length, texts.bug);
  if (state === 'snoozed') return texts.notices.snoozed(what, momentText(snoozedUntil ?? ''));
  return texts.notices[state](what);
}
