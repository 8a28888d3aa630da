import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { focusRow, placeOf, rowAt, activeRow } from '#web/features/inbox/rows.ts';
import type { ListedRow } from './use-inbox-keys.ts';

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
