import { useEffect } from 'react';

/** Puts the focus into the title of the form in sight, for who came to it by a key and types on. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('form [name="title"]')?.focus();
}

/** Does so when the form comes into sight, if it `isWanted`. */
export function useTitleFocus(isWanted: boolean): void {
  useEffect(() => {
    // The page's heading takes the focus first.
    if (isWanted) queueMicrotask(focusTitle);
  }, [isWanted]);
}
