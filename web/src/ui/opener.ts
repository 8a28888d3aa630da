import { type RefObject, useLayoutEffect, useState } from 'react';

/** What opened each menu that is shown. */
export const openedBy = new WeakMap<Element, HTMLElement>();

/**
 * What had the focus as a popup opened; for an item of a menu, which is about to go, what opened the menu; `anchor` if nothing
 * had it. The popup returns the focus there when it closes, at once, so that the next key is for the page again, unless
 * something else has it by then.
 */
export function useOpener(popup: RefObject<Element | null>, anchor?: HTMLElement): HTMLElement | undefined {
  const [opener] = useState(() => {
    const { activeElement, body } = document;
    const menu = activeElement?.closest('[role="menu"]');
    const focused = (menu && openedBy.get(menu)) ?? activeElement;
    return focused instanceof HTMLElement && focused !== body ? focused : anchor;
  });
  useLayoutEffect(
    () => () => {
      const { activeElement, body } = document;
      // The popup is still in the page.
      const back = () => opener?.focus({ preventScroll: true });
      if (activeElement === body || popup.current?.contains(activeElement)) {
        // A choice in a popup beside a value may move the value's row, which then keeps the focus by itself.
        if (anchor) queueMicrotask(() => document.activeElement === body && back());
        else back();
      }
      // A press beside the popup takes the focus once more, and a choice may have moved the opener's row elsewhere.
      setTimeout(() => {
        if (document.activeElement !== body || !opener) return;
        const place = opener.isConnected ? opener : document.getElementById(opener.id);
        place?.focus({ preventScroll: true });
      });
    },
    [popup, opener, anchor],
  );
  return opener;
}
