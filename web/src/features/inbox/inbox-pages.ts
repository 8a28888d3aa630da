import type { InfiniteData } from '@tanstack/react-query';
import type { InboxItem, InboxList, InboxState, Reason } from '#contract/conversation/inbox.ts';

/** The listed bugs; `all` are those that are neither done nor snoozed. */
export interface InboxFilter {
  readonly state: InboxList;
  readonly reason: Reason | undefined;
}

export interface InboxPage {
  readonly items: readonly InboxItem[];
  readonly next: string | undefined;
}

/** The loaded pages of a list. */
export type InboxPages = InfiniteData<InboxPage, string | undefined>;

/** A new state for some bugs; `items` are as before the change. */
export interface InboxChange {
  readonly items: readonly InboxItem[];
  readonly state: InboxState;
  readonly snoozedUntil?: string;
  /** Changes only rows that are unread without activity after this time. */
  readonly upTo?: string;
  /**
   * Marks all rows as read, including rows that are not loaded; with a reason, only rows that have it. The items are
   * the loaded rows.
   */
  readonly all?: { readonly reason: Reason | undefined };
}

/** The item after a change of its state. */
export function changed(item: InboxItem, { state, snoozedUntil }: Omit<InboxChange, 'items'>): InboxItem {
  return {
    ...item,
    state,
    snoozedUntil: state === 'snoozed' ? (snoozedUntil ?? null) : null,
    firstUnread: state === 'unread' ? (item.firstUnread ?? item.latest.at) : null,
  };
}

/** The changes that undo a change: each bug gets its previous state. */
export function undoOf({ items }: InboxChange): readonly InboxChange[] {
  const byState = Map.groupBy(items, ({ state, snoozedUntil }) => `${state} ${snoozedUntil}`);
  return [...byState.values()].map((same) => {
    const { state = 'read', snoozedUntil = null } = same[0] ?? {};
    return { items: same, state, ...(state === 'snoozed' && snoozedUntil !== null && { snoozedUntil }) };
  });
}

/** The items of all pages. */
export function itemsOf(data: Pick<InboxPages, 'pages'> | undefined): readonly InboxItem[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}

/**
 * The rows of a list with the current item: removed if it no longer belongs there, else at its place. In the list of
 * unread rows, a read row stays. In a partially loaded list, an item after the last row is omitted.
 */
export function withItem(
  rows: readonly InboxItem[],
  item: InboxItem,
  filter: InboxFilter,
  isPart: boolean,
): readonly InboxItem[] {
  const others = rows.filter(({ bug }) => bug._id !== item.bug._id);
  const wasShown = others.length < rows.length;
  if (!belongs(item, filter, wasShown)) return wasShown ? others : rows;
  const at = others.findIndex((other) => inOrder(filter, item, other) < 0);
  if (at === -1 && isPart && !wasShown) return rows;
  return others.toSpliced(at === -1 ? others.length : at, 0, item);
}

function belongs({ state, reasons }: InboxItem, filter: InboxFilter, wasShown: boolean): boolean {
  if (filter.reason !== undefined && !wasShown && !reasons.includes(filter.reason)) return false;
  if (filter.state === 'all') return state === 'unread' || state === 'read';
  if (filter.state === 'unread') return state === 'unread' || (state === 'read' && wasShown);
  return state === filter.state;
}

/** The time that an item is sorted by: for a snoozed one, the end of its snooze. */
export function momentIn({ state }: Pick<InboxFilter, 'state'>, { at, snoozedUntil }: InboxItem): string {
  return state === 'snoozed' ? (snoozedUntil ?? at) : at;
}

/** Newest first; snoozed rows by the end of their snooze, the next first. */
function inOrder(filter: InboxFilter, one: InboxItem, other: InboxItem): number {
  const [a, b] = [momentIn(filter, one), momentIn(filter, other)];
  const isEarlier = a === b ? one.bug._id < other.bug._id : a < b;
  return isEarlier === (filter.state === 'snoozed') ? -1 : 1;
}

/** The rows of a list with pending changes applied. */
export function withChanges(
  rows: readonly InboxItem[],
  changes: readonly InboxChange[],
  filter: InboxFilter,
  isPart: boolean,
): readonly InboxItem[] {
  return changes.reduce(
    (all, change) =>
      change.items.reduce(
        // The latest known item: activity since the change stays.
        (list, item) => withItem(list, changed(known(list, item), change), filter, isPart),
        all,
      ),
    rows,
  );
}

const known = (rows: readonly InboxItem[], item: InboxItem) =>
  rows.find(({ bug }) => bug._id === item.bug._id) ?? item;

/** The number of unread bugs after a change. */
export function countAfter(unread: number, { items, state }: InboxChange): number {
  const before = items.filter((item) => item.state === 'unread').length;
  return Math.max(0, unread - before + (state === 'unread' ? items.length : 0));
}

/** The pages of a list with the current items. */
export function withStored(data: InboxPages, items: readonly InboxItem[], filter: InboxFilter): InboxPages {
  const isPart = data.pages.at(-1)?.next !== undefined;
  const rows = items.reduce((all, item) => withItem(all, item, filter, isPart), itemsOf(data));
  return withRows(data, rows);
}

/** The pages of a long list with a new beginning. The rows after it stay. */
export function withBeginning(data: InboxPages, page: InboxPage, filter: InboxFilter): InboxPages {
  const last = page.items.at(-1);
  if (page.next === undefined || !last) return { pages: [page], pageParams: [undefined] };
  const ids = new Set(page.items.map(({ bug }) => bug._id));
  const rest = itemsOf(data).filter((item) => !ids.has(item.bug._id) && inOrder(filter, last, item) < 0);
  return withRows(data, [...page.items, ...rest]);
}

/** All rows go into the first page, because only their order matters. */
function withRows(data: InboxPages, rows: readonly InboxItem[]): InboxPages {
  return { ...data, pages: data.pages.map((page, index) => ({ ...page, items: index === 0 ? rows : [] })) };
}
