import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { bugFilter } from '#web/lib/api/specified.ts';

/** A list of bugs as shown: its underlying pages, and its search text or query. */
const walkedList = z.object({ pages: bugFilter, text: z.string(), query: z.optional(z.string()) });

/** The position of a bug in a list when it was opened. */
const listPlace = z.extend(walkedList, {
  at: z.int(),
  /** How many entries of the browser's history lie between the list and the bug. */
  steps: z.int(),
});

export type WalkedList = z.infer<typeof walkedList>;
export type ListPlace = z.infer<typeof listPlace>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list from which a bug was opened. It is not in the address, which identifies only the bug. */
    bugList?: ListPlace;
  }
}

/** The place in the list from which this page was opened; undefined for a page opened by another link. */
export function useListPlace(): ListPlace | undefined {
  const state = useLocation({ select: (location) => location.state.bugList });
  // An earlier version of the application may have stored something else.
  return useMemo(() => listPlace.safeParse(state).data, [state]);
}
