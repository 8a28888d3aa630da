import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Change } from '#contract/live.ts';
import type { AskAgain } from './asks.ts';
import type { User } from '#web/lib/session/session.ts';

/** A change with its position in the order of all changes. */
export interface LiveChange extends Change {
  readonly seq: number;
  /** Of a bug that was filed by one of the changes in this batch: the position of that change. */
  readonly filed?: number;
}

/** The user, the cache that screens show, and the way to fetch again what a change may have altered. */
export interface Screens {
  readonly queryClient: QueryClient;
  readonly user: User;
  readonly askAgain: AskAgain;
}

/**
 * Updates the cache after changes, given only the latest change of each resource. May get the same changes again.
 * Rejects if the server was unreachable, and is called again then.
 */
export type OnChanges = (screens: Screens, changes: readonly LiveChange[]) => Promise<void>;

/** By kind of change: the keys of the queries to refetch, or a function that patches the cache. */
export type LiveHandlers = Readonly<Record<string, readonly QueryKey[] | OnChanges>>;
