import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { activeIn, noteActive } from '#web/features/bugs/data/list-place.ts';
import { activeBug, focusTitleOf, isInSight, placeOf, rowAt, activeRow, rowOf } from './row-elements.ts';

/** The timeout for rendering a row after scrolling, in milliseconds. */
const restoreTimeout = 1_000;

/** Focuses the last active row on return to the list. */
export function useReturnToRow(frame: RefObject<HTMLElement | null>, rows: readonly Bug[]): void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const since = useRef<number>(undefined);

  function comeBack() {
    since.current ??= performance.now();
    if (performance.now() - since.current > restoreTimeout) return;
    const focused = document.activeElement;
    const isMoved = focused !== document.body && focused?.tagName !== 'H1';
    const row = activeIn(entry)
      .map((id) => rowOf(id))
      .find((one) => one && isInSight(one));
    if (isMoved || row) since.current = Number.NEGATIVE_INFINITY;
    if (!isMoved) focusTitleOf(row, { preventScroll: true });
  }
  // After the page's heading, which gets the focus first.
  useEffect(() => queueMicrotask(comeBack));

  useEffect(() => {
    const stop = new AbortController();
    function note() {
      const bug = activeBug(frame.current, rows);
      if (bug) noteActive(entry, bug._id);
    }
    document.addEventListener('focusin', note, { signal: stop.signal });
    return () => stop.abort();
  }, [frame, rows, entry]);
}

/** Calls `forget` on a press outside the rows: after that, the focus must not return to a row. */
export function usePressBeside(frame: RefObject<HTMLElement | null>, forget: () => void): void {
  const note = useEffectEvent((target: EventTarget | null) => {
    if (!frame.current?.contains(target as Node)) forget();
  });
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('pointerdown', ({ target }) => note(target), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

/** Restores the focus: to the last active row on return, and to the row that takes its place if it leaves the list. */
export function useActiveRow(frame: RefObject<HTMLElement | null>, rows: readonly Bug[]): void {
  useReturnToRow(frame, rows);
  const held = useRef<{ readonly id: string; readonly place: number }>(undefined);

  useEffect(() => {
    const stop = new AbortController();
    function note() {
      const place = placeOf(activeRow(frame.current));
      const bug = rows[place];
      held.current = bug && { id: bug._id, place };
    }
    document.addEventListener('focusin', note, { signal: stop.signal });
    return () => stop.abort();
  }, [frame, rows]);

  usePressBeside(frame, () => {
    held.current = undefined;
  });

  useEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    const { id, place } = held.current;
    if (rows.some(({ _id }) => _id === id)) return;
    focusTitleOf(rowAt(frame.current, Math.min(place, rows.length - 1)));
  }, [frame, rows]);
}
