import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { activeIn, noteActive } from '#web/features/bugs/data/active-bug.ts';
import { activeBug, focusTitleOf, isInSight, placeOf, rowAt, activeRow, rowOf } from './row-elements.ts';

/** How long a row may take to be rendered after the list was scrolled, in milliseconds. */
const restoreTimeout = 1_000;

/** On coming back to the list, the row that was at hand has the focus again. */
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
  // Behind the page's heading, which takes the focus first.
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

/**
 * Keeps the row at hand: on coming back to the list it has the focus again, and where it leaves the list, the row in its
 * place has it.
 */
export function useKeptRow(frame: RefObject<HTMLElement | null>, rows: readonly Bug[]): void {
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
    // A press beside the rows leaves the row at hand.
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!frame.current?.contains(target as Node)) held.current = undefined;
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [frame, rows]);

  useEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    const { id, place } = held.current;
    if (rows.some(({ _id }) => _id === id)) return;
    focusTitleOf(rowAt(frame.current, Math.min(place, rows.length - 1)));
  }, [frame, rows]);
}
