import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { barBottom } from './row-elements.ts';

/** How long the pointer counts as aiming after its last move, in milliseconds. */
const aiming = 2_000;

/**
 * Keeps the visible rows in place while others are added and removed above them, by scrolling by the same distance:
 * anchored to the row under the pointer, or else to the first visible one after scrolling. Another `view` is another
 * list.
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
    // If the document has become shorter, the browser has already scrolled back to its end.
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
  // Set in the effect: reading it in each render would force a layout.
  const scrolled = useRef(0);
  useEffect(() => {
    const stop = new AbortController();
    const note = () => void (scrolled.current = window.scrollY);
    note();
    // In the capture phase, before other listeners render: reading it after that would force a layout.
    window.addEventListener('scroll', note, { signal: stop.signal, passive: true, capture: true });
    return () => stop.abort();
  }, []);
  return scrolled;
}

/** The pointer's position in the window, and when it got there. */
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
