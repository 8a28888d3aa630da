import { useEffect, useRef } from 'react';

interface Rows {
  /** The row at an index, if rendered. */
  rowAt: (place: number) => Element | undefined;
  focus: (row: Element) => void;
  /** Renders the row at an index. */
  scrollTo: (place: number) => void;
}

/**
 * Moves the focus through a virtualized list. A row gets the focus once it is rendered, because a held key is faster
 * than rendering.
 */
export function useRowFocus({ rowAt, focus, scrollTo }: Rows) {
  // `from` is the focused element at that time.
  const wanted = useRef<{ readonly place: number; readonly from: Element | null }>(undefined);
  function focusWanted() {
    if (!wanted.current) return;
    const { place, from } = wanted.current;
    const focused = document.activeElement;
    // A row that is no longer rendered leaves the focus on the body. If the focus is elsewhere, the user has moved it.
    const isElsewhere = focused !== from && focused !== document.body;
    const row = isElsewhere ? undefined : rowAt(place);
    if (row) focus(row);
    if (row || isElsewhere) wanted.current = undefined;
  }
  useEffect(focusWanted);

  return {
    /** Requests the focus for the row at an index, once it is rendered. */
    wantedPlace(): number | undefined {
      focusWanted();
      return wanted.current?.place;
    },
    focusPlace(place: number): void {
      wanted.current = { place, from: document.activeElement };
      focusWanted();
      if (wanted.current) scrollTo(place);
    },
  };
}
