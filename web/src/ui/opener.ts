import { useEffect } from 'react';

/** What opened each menu that is shown. */
export const openedBy = new WeakMap<Element, HTMLElement>();

/** The element with the focus or, for an item of a menu, what opened the menu: the item is about to go. */
export function focusedOpener(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  return (menu && openedBy.get(menu)) ?? activeElement;
}

/** Focuses the element when the popup that it opened is gone, unless something else has the focus: a press beside it takes it. */
export function useReturnedFocus(element: HTMLElement | undefined): void {
  useEffect(
    () => () => {
      setTimeout(() => document.activeElement === document.body && element?.focus());
    },
    [element],
  );
}
