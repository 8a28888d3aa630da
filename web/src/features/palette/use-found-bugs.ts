import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { findKnown } from './find-bugs.ts';
import { foundBugsQuery } from './queries.ts';

/** The bugs cached by pages. */
export type KnownBugs = (client: QueryClient) => readonly Bug[];

interface FoundBugs {
  readonly bugs: readonly Bug[];
  /** Whether the server has not answered yet, so that there may be more. */
  readonly isSearching: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The bugs for a text: the cached ones at once, the server's matches after a pause in typing. */
export function useFoundBugs(text: string, knownBugs: KnownBugs): FoundBugs {
  const client = useQueryClient();
  const settled = useDebounced(text, 150);
  const { data, error, refetch } = useQuery({ ...foundBugsQuery(settled), enabled: settled !== '' });
  const known = useMemo(
    () => (text === '' ? [] : findKnown(knownBugs(client), text)),
    [client, knownBugs, text],
  );
  const isSettled = settled === text;
  const answer = isSettled ? data : undefined;
  const failure = isSettled ? error : null;
  return {
    bugs: text === '' ? [] : (answer ?? known),
    isSearching: text !== '' && answer === undefined && failure === null,
    error: failure,
    retry: () => void refetch(),
  };
}
