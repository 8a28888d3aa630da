import { type RefObject, useEffect, useRef } from 'react';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import { useRowFocus } from '#web/lib/keyboard/use-row-focus.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { doneKey } from './keys.ts';
import { focusRow, placeOf, rowAt, activeRow } from '#web/features/inbox/rows.ts';

/** A row in the selection. */
export interface ListedRow {
  readonly _id: string;
  readonly item: InboxItem;
}

interface Doing {
  rows: readonly ListedRow[];
  selection: Selection<ListedRow>;
  /** The bug beside the list. */
  opened: string | undefined;
  /** Shows the bug of another row in the open panel beside the list. */
  follow: (item: InboxItem) => void;
  scrollTo: (place: number) => void;
  done: (items: readonly InboxItem[]) => void;
  snooze: (items: readonly InboxItem[], anchor: HTMLElement) => void;
  toggleRead: (items: readonly InboxItem[]) => void;
  readAll: () => void;
}

/** Keyboard navigation through the inbox. The active row is the focused one, so that Enter opens it natively. */
export function useInboxKeys(list: RefObject<HTMLElement | null>, doing: Doing) {
  const { rows, selection, opened, follow, scrollTo } = doing;
  const openedPlace = () => rows.findIndex(({ _id }) => _id === opened);
  const activePlace = () => {
    const place = placeOf(activeRow(list.current));
    return place === -1 ? openedPlace() : place;
  };

  const { wantedPlace, focusPlace } = useRowFocus({
    rowAt: (place) => rowAt(list.current, place),
    focus: focusRow,
    scrollTo,
  });
  function go(step: 1 | -1) {
    const from = wantedPlace() ?? activePlace();
    const place = from < 0 ? 0 : Math.max(0, Math.min(from + step, rows.length - 1));
    focusPlace(place);
    const row = rows[place];
    if (opened !== undefined && row) follow(row.item);
  }

  // If the active row leaves the list, the focus moves to the row that takes its place.
  const held = useRef<number>(undefined);
  useEffect(() => {
    if (held.current === undefined || document.activeElement !== document.body) return;
    const place = Math.min(held.current, rows.length - 1);
    held.current = undefined;
    focusRow(rowAt(list.current, place));
  }, [list, rows]);

  /** The rows that a key acts on: the selected ones, else the active one. */
  function chosenOrActive(): readonly InboxItem[] {
    if (selection.rows.length > 0) return selection.rows.map(({ item }) => item);
    const item = rows[activePlace()]?.item;
    return item ? [item] : [];
  }
  function acting(act: (items: readonly InboxItem[], anchor: HTMLElement) => void) {
    const items = chosenOrActive();
    if (items.length === 0) return undefined;
    return () => {
      hold();
      const anchor = rowAt(list.current, Math.max(0, activePlace())) ?? list.current;
      if (anchor) act(items, anchor);
    };
  }
  /** Stores the active row before an action on it. */
  function hold() {
    const place = activePlace();
    held.current = place === -1 ? undefined : place;
  }

  useShortcuts({
    j: () => go(1),
    k: () => go(-1),
    // Evaluated when a key is pressed, as only the DOM has the active row.
    get x() {
      const row = rows[placeOf(activeRow(list.current))];
      return row && (() => selection.select(row, !selection.has(row), false));
    },
    get [doneKey]() {
      return acting(doing.done);
    },
    get h() {
      return acting(doing.snooze);
    },
    get u() {
      return acting(doing.toggleRead);
    },
    'Shift+u': doing.readAll,
  });
  return { go, hold };
}
