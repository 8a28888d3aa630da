import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the user wants to see this bug even if it is a duplicate. */
    isSought?: boolean;
    /** The duplicate whose link led to this bug. */
    ledFrom?: { readonly _id: string; readonly number: number };
  }
}

/** The keys of the history entries shown so far. */
const shown = new Set<string>();

/** The entry with which the application was loaded; undefined in tests without a browser. */
const first = 'history' in globalThis ? keyIn(history.state) : undefined;

function keyIn(state: unknown): string | undefined {
  return (state as { __TSR_key?: string } | null)?.__TSR_key;
}

/** Whether a link led here, rather than Back or a reload. */
function isFollowed(key: string | undefined): boolean {
  if (key === undefined || shown.has(key)) return false;
  const [loaded] = performance.getEntriesByType('navigation');
  return key !== first || (loaded as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

interface Way {
  /** Whether the bug was opened by a link to it, not from a list, and not as a duplicate that the user wants to see. */
  readonly isFollowed: boolean;
  /** The duplicate whose link led here. */
  readonly ledFrom: { readonly _id: string; readonly number: number } | undefined;
}

/** How the page was opened. */
export function useWayHere(): Way {
  const { state, hash } = useLocation();
  const key = keyIn(state);
  const [followed] = useState(() => !state.isSought && !state.bugList && hash === '' && isFollowed(key));
  useEffect(() => {
    if (key !== undefined) shown.add(key);
  }, [key]);
  return { isFollowed: followed, ledFrom: state.ledFrom };
}
