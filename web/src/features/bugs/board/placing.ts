import { MutationObserver, type QueryClient, useMutationState } from '@tanstack/react-query';
import { type Place, placeBug } from '#contract/bugs/board.ts';
import { call } from '#web/lib/api/call.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { closeLater } from '#web/features/bugs/change/closing.ts';
import { forgetSaved } from '#web/features/bugs/change/field-change.ts';
import { bugPlaced, bugsMaybeChanged } from '#web/features/bugs/data/bug-cache.ts';

/** A move of a card within its column. */
export interface Placing {
  readonly bug: Bug;
  readonly to: Place;
  /** Where the card was. */
  readonly back: Place | undefined;
  /** The expected rank. */
  readonly rank: number;
  readonly isUndo: boolean;
}

const key = ['place a bug'];

/** Removes the notice of the last successful move. */
export function forgetPlaced(client: QueryClient): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey: key, status: 'success' })) cache.remove(mutation);
}

/** Places a bug as an optimistic update. The moves of a bug are stored sequentially. */
export function startPlacing(client: QueryClient, placing: Placing): void {
  forgetPlaced(client);
  forgetSaved(client);
  const observer = new MutationObserver<Bug, Error, Placing>(client, {
    mutationKey: key,
    scope: { id: placing.bug._id },
    // Until the notice is closed.
    gcTime: Infinity,
    async mutationFn({ bug, to }) {
      const stored = await call(placeBug, { params: { id: bug._id }, body: to });
      bugPlaced(client, { ...bug, ...stored });
      return stored;
    },
    onSuccess: () => closeLater(client, key, placing),
    onError(error) {
      if (!isRefusal(error)) void bugsMaybeChanged(client, [placing.bug._id]);
    },
  });
  observer.mutate(placing).catch(() => undefined);
}

/** The moves that are not stored yet. */
export function usePendingPlacings(): readonly Placing[] {
  return useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.variables as Placing,
  });
}

/** The moves whose notices are open. */
export function useSettledPlacings() {
  return useMutationState({
    filters: { mutationKey: key, predicate: ({ state }) => state.status !== 'pending' },
    select: (mutation) => ({
      id: mutation.mutationId,
      mutation,
      placing: mutation.state.variables as Placing,
      error: mutation.state.error,
    }),
  });
}
