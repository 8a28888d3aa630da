import { type RefObject, useLayoutEffect, useState } from 'react';

/** The element that opened each menu that is shown. */
export const openedBy = new WeakMap<Element, HTMLElement>();

/**
 * Returns the element that had the focus when a popup opened, or `anchor` if none had it. If that was an item of a
 * menu, which is about to disappear, returns the element that opened the menu. When the popup closes, it returns the
 * focus there at once, so that the page gets the next key again, unless another element has the focus by then.
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
