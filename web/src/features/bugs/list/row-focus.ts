import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { activeIn, noteActive } from '#web/features/bugs/data/list-place.ts';

/* Finds the list's rows in the DOM, the only source of the focus and positions; and restores the focus. */

const row = 'tbody tr[aria-rowindex]';

/** The id of a bug's title link. */
export const titleId = ({ _id }: Pick<Bug, '_id'>) => `bug-${_id}`;

/** The `aria-rowindex` of a bug by its place in the list: it counts from one, and the first row is the heading. */
export const rowIndexOf = (place: number) => place + 2;

/** The place in the list of a row's bug; -1 if there is none. */
export const placeOf = (element: Element | undefined) =>
  element ? Number(element.getAttribute('aria-rowindex')) - rowIndexOf(0) : -1;

/** The row that contains the focus. */
export function activeRow(table: Element | null): Element | undefined {
  return table?.querySelector(`${row}:focus-within`) ?? undefined;
}

/** The bug of the row that contains the focus. */
export function activeBug(table: Element | null, rows: readonly Bug[]): Bug | undefined {
  const title = activeRow(table)?.querySelector('.title a');
  return rows.find((bug) => title?.id === titleId(bug));
}

/** The row at a place in the list, if rendered. */
export function rowAt(table: Element | null, place: number): Element | undefined {
  return table?.querySelector(`tbody tr[aria-rowindex="${rowIndexOf(place)}"]`) ?? undefined;
}

/** The first row below the bar and the headings. */
export function firstRowInSight(table: Element | null): Element | undefined {
  const rows = [...(table?.querySelectorAll(row) ?? [])];
  return rows.find((element) => element.getBoundingClientRect().top >= barBottom());
}

/** The height at the top of the window covered by the bar and the sticky headings, in pixels. */
export function barBottom(): number {
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const heading = document.querySelector('thead');
  if (!heading || getComputedStyle(heading).position !== 'sticky') return bar;
  const { top, bottom } = heading.getBoundingClientRect();
  return top <= bar ? bottom : bar;
}

/** The first rendered row. */
export const firstRow = () => document.querySelector(row);

/** A bug's row, if rendered. */
export function rowOf(id: string): Element | undefined {
  return document.getElementById(titleId({ _id: id }))?.closest(row) ?? undefined;
}

/** Whether a row is in the window, below the bar. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= barBottom() && bottom <= window.innerHeight;
}

/** Focuses a row's title. */
export function focusTitleOf(element: Element | null | undefined, options?: FocusOptions): void {
  element?.querySelector<HTMLElement>('.title a')?.focus(options);
}

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
    const last = activeIn(entry)
      .map((id) => rowOf(id))
      .find((one) => one && isInSight(one));
    if (isMoved || last) since.current = Number.NEGATIVE_INFINITY;
    if (!isMoved) focusTitleOf(last, { preventScroll: true });
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
