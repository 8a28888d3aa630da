import { useEffect } from 'react';

/** Focuses the title of the visible form, for users who opened it by a key and keep typing. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('form [name="title"]')?.focus();
}

/** Focuses the title when the form appears, if it `isWanted`. */
export function useTitleFocus(isWanted: boolean): void {
  useEffect(() => {
    // The page's heading takes the focus first.
    if (isWanted) queueMicrotask(focusTitle);
  }, [isWanted]);
}
