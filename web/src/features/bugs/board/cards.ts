import { useMemo } from 'react';
import { type Place, rankOf, rankStep } from '#contract/bugs/board.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { usePendingChanges } from '#web/features/bugs/change/use-field-changes.ts';
import { orderOf } from '#web/features/bugs/data/order.ts';
import { type GroupingField, groupOf } from '#web/features/bugs/fields/grouping.ts';
import { usePendingPlacings } from './placing.ts';

/** The order of boards. */
export const boardSort = '-rank';

export const rankOfBug = (bug: Bug) => rankOf({ ...bug, number: bug.number ?? 0 });

/** The cards of a column: the loaded bugs with pending moves into and out of it applied. */
export function useCards(bugs: readonly Bug[], field: GroupingField, key: string): readonly Bug[] {
  const changes = usePendingChanges();
  const placings = usePendingPlacings();
  return useMemo(() => {
    const cards = new Map(bugs.map((bug) => [bug._id, bug]));
    for (const { seen, wanted, place, field: changed } of changes) {
      const known = cards.get(seen._id) ?? (groupOf(field, wanted) === key ? seen : undefined);
      if (!known) continue;
      cards.set(seen._id, { ...known, [changed]: wanted[changed], ...(place && { rank: wanted.rank }) });
    }
    for (const { bug, rank } of placings) {
      const known = cards.get(bug._id);
      if (known) cards.set(bug._id, { ...known, rank });
    }
    const inColumn = [...cards.values()].filter((bug) => groupOf(field, bug) === key);
    return changes.length + placings.length === 0 ? inColumn : inColumn.toSorted(orderOf(boardSort));
  }, [bugs, changes, placings, field, key]);
}

/** The place of a card relative to another card of its column; undefined if there are no others. */
export function placeAt(others: readonly Bug[], at: number): Place | undefined {
  const [above, below] = [others[at - 1], others[at]];
  if (below) return { before: below._id };
  return above && { after: above._id };
}

/** The expected rank of a card between its neighbours, used until the server answers. */
export function rankAt(others: readonly Bug[], at: number): number | undefined {
  const [above, below] = [others[at - 1], others[at]];
  if (!above && !below) return undefined;
  const top = above ? rankOfBug(above) : rankOfBug(below as Bug) + rankStep;
  const bottom = below ? rankOfBug(below) : Math.max(0, rankOfBug(above as Bug) - rankStep);
  return (top + bottom) / 2;
}
