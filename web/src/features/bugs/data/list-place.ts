import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { type Bug, bugFilter } from '#web/lib/api/specified.ts';
import { createNotifier } from '#web/lib/notifier.ts';

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

/* The active bug is stored outside the list's page, so that returning to the list restores it. */

interface Active {
  /** The list's entry in the browser's history. */
  readonly entry: string | undefined;
  /** The bug last reached from the list on the bug pages, and the one before it. */
  readonly ids: readonly string[];
}

let last: Active | undefined;

/** Notes the bug that has the focus in the list of this entry. */
export function noteActive(entry: string | undefined, id: string): void {
  last = { entry, ids: [id] };
}

/** Records the bug reached by walking through the list on the bug pages. */
export function noteWalked(id: string): void {
  const left = last?.ids.at(-1);
  if (last && left !== undefined) last = { ...last, ids: [id, left] };
}

/** The bugs to restore for this history entry, best candidate first. */
export function activeIn(entry: string | undefined): readonly string[] {
  return last && last.entry === entry ? last.ids : [];
}

let lastFiled: Bug | undefined;
const { subscribe, notify } = createNotifier();

/** The bug that the user has just filed, for the notice on the list. */
export const filed = {
  subscribe,
  get: () => lastFiled,
  set(bug: Bug | undefined): void {
    lastFiled = bug;
    notify();
  },
};
