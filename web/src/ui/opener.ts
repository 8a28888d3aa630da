import { useEffect, useState } from 'react';

/** What opened each menu that is shown. */
export const openedBy = new WeakMap<Element, HTMLElement>();

/** The element with the focus or, for an item of a menu, what opened the menu: the item is about to go. */
export function focusedOpener(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  return (menu && openedBy.get(menu)) ?? activeElement;
}

/**
 * What a popup beside `anchor` returns the focus to: the element that has it as the popup opens, or else the anchor. The
 * focus is also returned after a press beside the popup that focuses nothing.
 */
export function useOpener(anchor: HTMLElement): HTMLElement {
  const [opener] = useState(() => {
    const focused = focusedOpener();
    return focused instanceof HTMLElement && focused !== document.body ? focused : anchor;
  });
  useEffect(
    () => () => {
      setTimeout(() => document.activeElement === document.body && opener.focus());
    },
    [opener],
  );
  return opener;
}

/** For `finalFocus`: the opener, unless the focus has moved on from the popup already. */
export function unlessMoved(popup: Element | null, opener: Element | null): HTMLElement | false {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body || popup?.contains(activeElement);
  return isLost && opener instanceof HTMLElement ? opener : false;
}
