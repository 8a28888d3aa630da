import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { barBottom } from './row-elements.ts';

/** The time after its last move for which the pointer counts as aiming, in milliseconds. */
const aiming = 2_000;

/**
 * Holds the visible rows in place while others are added and removed above them, by scrolling as far as they moved:
 * the row under the pointer, or else the first in sight after scrolling. Another `view` is another list.
 */
export function useSteadyRows(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Bug[],
  { view, rowHeight }: { view: string; rowHeight: number },
): void {
  const pointer = usePointer(frame);
  const scrolled = useScrolled();
  const last = useRef({ rows, view, rowHeight });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { rows, view, rowHeight };
    const body = frame.current?.querySelector('tbody');
    if (!body || before.rows === rows || before.view !== view || before.rowHeight !== rowHeight) return;
    const { scrollY } = window;
    // A document that has become shorter was already scrolled back to its end by the browser.
    const lost = isAtEnd() ? Math.max(0, scrolled.current - scrollY) : 0;
    const box = body.getBoundingClientRect();
    const [top, end] = [box.top - lost, box.bottom - lost];
    const { y, at } = pointer.current;
    const looksAt = performance.now() - at < aiming && y > top && y < end ? y : barBottom();
    const index = Math.floor((looksAt - top) / rowHeight);
    const row = before.rows[index];
    if (index < 0 || row === undefined) return;
    const moved = rows.findIndex(({ _id }) => _id === row._id) - index;
    const by = moved * rowHeight + lost;
    if (by !== 0 && moved >= -index) window.scrollBy({ top: by, behavior: 'instant' });
  }, [frame, pointer, scrolled, rows, view, rowHeight]);
}

function isAtEnd(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return window.scrollY >= scrollHeight - clientHeight - 1;
}

/** The scroll position at the last `scroll` event. */
function useScrolled() {
  // Set below, not here: in each rendering, the browser would have to lay the page out first.
  const scrolled = useRef(0);
  useEffect(() => {
    const stop = new AbortController();
    const note = () => void (scrolled.current = window.scrollY);
    note();
    // Before other listeners render: asked after that, the browser would have to lay the page out first.
    window.addEventListener('scroll', note, { signal: stop.signal, passive: true, capture: true });
    return () => stop.abort();
  }, []);
  return scrolled;
}

/** Where the pointer is in the window, and when it came there. */
function usePointer(frame: RefObject<HTMLElement | null>) {
  const pointer = useRef({ y: 0, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const element = frame.current;
    const stop = new AbortController();
    element?.addEventListener(
      'pointermove',
      ({ clientY }) => (pointer.current = { y: clientY, at: performance.now() }),
      { signal: stop.signal, passive: true },
    );
    element?.addEventListener(
      'pointerleave',
      () => (pointer.current = { y: 0, at: Number.NEGATIVE_INFINITY }),
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [frame]);
  return pointer;
}
