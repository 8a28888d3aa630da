import { useEffect, useRef } from 'react';

interface Rows {
  /** The row of a place in the list, if it is rendered. */
  rowAt: (place: number) => Element | undefined;
  focus: (row: Element) => void;
  /** Makes the row of a place be rendered. */
  scrollTo: (place: number) => void;
}

/**
 * Moves the focus through a list of which only the rows near the window are rendered: the row of a place gets the focus once it
 * is rendered, as a key that is held down is faster than the rows.
 */
export function useRowFocus({ rowAt, focus, scrollTo }: Rows) {
  // With what had the focus then.
  const wanted = useRef<{ readonly place: number; readonly from: Element | null }>(undefined);
  function focusWanted() {
    if (!wanted.current) return;
    const { place, from } = wanted.current;
    const focused = document.activeElement;
    // A row that is no longer rendered leaves the focus to the page. Elsewhere, the user has moved it.
    const isElsewhere = focused !== from && focused !== document.body;
    const row = isElsewhere ? undefined : rowAt(place);
    if (row) focus(row);
    if (row || isElsewhere) wanted.current = undefined;
  }
  useEffect(focusWanted);

  return {
    /** The place whose row gets the focus once it is rendered. */
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
