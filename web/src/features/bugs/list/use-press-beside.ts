import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls `forget` when the pointer is pressed outside the rows: the focus must not return to a row after that. */
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
