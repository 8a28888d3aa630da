import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '#contract/live.ts';
import type { User } from '#web/lib/session/session.ts';

/** A change with its place in the order of all changes. */
export interface LiveChange extends Change {
  readonly seq: number;
}

/** Whose screens are to be kept right, and the cache that they show. */
interface Screens {
  readonly queryClient: QueryClient;
  readonly user: User;
}

/**
 * Brings what is cached up to date with what has changed, each thing named once and by its latest change. May be
 * handed the same changes again. Rejects where the server could not be asked: then it is called again.
 */
export type OnChanges = (screens: Screens, changes: readonly LiveChange[]) => Promise<void>;
