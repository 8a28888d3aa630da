import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { rowsOf, totalOf } from '#web/features/bugs/data/bug-pages.ts';
import type { ListPlace } from '#web/features/bugs/data/list-place.ts';
import { bugListQuery } from '#web/features/bugs/data/queries.ts';

/** The maximum number of bugs fetched to find the place again after a reload. */
const farthest = 500;

/** The next page is fetched this many bugs before the end of the loaded ones. */
const ahead = 10;

/** A neighbour in the list, and its place there. */
export interface Step {
  readonly bug: Bug;
  readonly place: ListPlace;
}

export interface ListWalk {
  /** The bug's one-based place in the list; `left` if it is no longer in the list; undefined while unknown. */
  readonly position: number | 'left' | undefined;
  /** The number of bugs in the list, if known. */
  readonly total: string | undefined;
  readonly previous: Step | undefined;
  readonly next: Step | undefined;
}

/**
 * The neighbours of a bug in the list from which the user came. The list stays as it was then: a bug that no longer
 * matches, for example because it was just resolved, keeps its place.
 */
export function useListWalk(id: string, place: ListPlace): ListWalk {
  const { pages, text, query } = place;
  const list = useInfiniteQuery({
    ...bugListQuery(pages),
    enabled: ({ state }) => state.data === undefined,
  });
  const { data, hasNextPage, isFetching, error, fetchNextPage } = list;
  const { _id: me } = useUser();
  const rows = useMemo(
    () => rowsOf(data, { filter: pages, text, query, me }),
    [data, pages, text, query, me],
  );
  const found = rows.findIndex(({ _id }) => _id === id);
  const at = found === -1 ? place.at : found;
  const after = found === -1 ? at : at + 1;

  const missing = after + 1 - rows.length;
  const loadNext = useEffectEvent(() => {
    if (hasNextPage && !isFetching && error === null && missing > -ahead && missing <= farthest)
      void fetchNextPage({ cancelRefetch: false });
  });
  useEffect(() => loadNext(), [missing, hasNextPage, isFetching]);

  function step(to: number): Step | undefined {
    const bug = rows[to];
    return bug && { bug, place: { ...place, at: to, steps: place.steps + 1 } };
  }
  const isLeft = data !== undefined && (missing <= 0 || !hasNextPage);
  return {
    position: found === -1 ? (isLeft ? 'left' : undefined) : found + 1,
    total: totalOf(data, rows.length, text === (pages.q ?? '') && query === pages.query),
    previous: step(at - 1),
    next: step(after),
  };
}
