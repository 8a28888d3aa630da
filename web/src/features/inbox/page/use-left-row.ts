import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { focusRow, placeOf, rowAt, rowAtHand } from '#web/features/inbox/rows.ts';
import type { ListedRow } from './use-inbox-keys.ts';

/* Which row was left outlives the page, so that one comes back to it. */
let left: { readonly entry: string | undefined; readonly id: string } | undefined;

/** Gives the row that one left for its bug the focus again when one comes back to this entry of the browser's history. */
export function useLeftRow(list: RefObject<HTMLElement | null>, rows: readonly ListedRow[]): void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const isBack = useRef(false);

  useEffect(() => {
    if (isBack.current || rows.length === 0) return;
    isBack.current = true;
    if (left?.entry !== entry) return;
    const place = rows.findIndex(({ _id }) => _id === left?.id);
    // Behind the page's heading, which takes the focus first.
    queueMicrotask(() => {
      const focused = document.activeElement;
      if (focused === document.body || focused?.tagName === 'H1')
        focusRow(rowAt(list.current, place), { preventScroll: true });
    });
  }, [list, rows, entry]);

  useEffect(() => {
    function note() {
      const row = rows[placeOf(rowAtHand(list.current))];
      if (row) left = { entry, id: row._id };
    }
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list, rows, entry]);
}
