import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import { useRowFocus } from '#web/lib/keyboard/use-row-focus.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { doneKey } from '#web/features/inbox/data.ts';

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
    // Evaluated when a key is pressed, because only the DOM has the active row.
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

/* The last opened row is stored outside the page, so that returning restores it. */
let left: { readonly entry: string | undefined; readonly id: string } | undefined;

/** Focuses the last opened row again when the user returns to this history entry. */
export function useLeftRow(list: RefObject<HTMLElement | null>, rows: readonly ListedRow[]): void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const isBack = useRef(false);

  useEffect(() => {
    if (isBack.current || rows.length === 0) return;
    isBack.current = true;
    if (left?.entry !== entry) return;
    const place = rows.findIndex(({ _id }) => _id === left?.id);
    // After the page's heading, which gets the focus first.
    queueMicrotask(() => {
      const focused = document.activeElement;
      if (focused === document.body || focused?.tagName === 'H1')
        focusRow(rowAt(list.current, place), { preventScroll: true });
    });
  }, [list, rows, entry]);

  useEffect(() => {
    function note() {
      const row = rows[placeOf(activeRow(list.current))];
      if (row) left = { entry, id: row._id };
    }
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list, rows, entry]);
}

/* Finds the inbox's rows in the DOM, the only source of the focus. */

/** The row that contains the focus. */
function activeRow(list: Element | null): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>('li[data-place]:focus-within') ?? undefined;
}

/** The index of a row; -1 if there is none. */
const placeOf = (element: HTMLElement | undefined) => (element ? Number(element.dataset['place']) : -1);

/** The row at an index, if rendered. */
export function rowAt(list: Element | null, place: number): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`li[data-place="${place}"]`) ?? undefined;
}

/** Focuses a row's title. */
export function focusRow(element: Element | undefined, options?: FocusOptions): void {
  element?.querySelector<HTMLElement>('a')?.focus(options);
}
