import { MutationObserver, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { isWorkField } from '#contract/bugs/bug-work.ts';
import { type Place, placeBug, rankOf, rankStep } from '#contract/bugs/board.ts';
import { formatNumber } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { Group } from '#web/lib/bugs/bug-field.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { withFields } from '#web/lib/bugs/change/change-bug.ts';
import { call } from '#web/lib/api/call.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import {
  closeLater,
  forgetSaved,
  shortName,
  useChangeField,
  usePendingChanges,
} from '#web/features/bugs/change/field-change.tsx';
import { type GroupingField, groupOf } from '#web/features/bugs/fields/grouping.ts';
import { orderOf } from '#web/features/bugs/data/order.ts';
import { bugPlaced, bugsMaybeChanged } from '#web/features/bugs/data/mutations.ts';
import { boardTexts } from './texts.ts';

/** A shown column. */
export interface Column {
  readonly group: Group;
  readonly cards: readonly Bug[];
}

/** A shown column: its cards, and a function that focuses a card. */
export interface ShownColumn extends Column {
  readonly isWhole: boolean;
  focus(at: number): void;
}

/** The target of a move: before the card currently at this place of the column, or after the last one. */
export interface Target {
  readonly column: Column;
  readonly at: number;
}

/** Moves cards, to other columns by changing the field. */
export function useMove(field: GroupingField) {
  const client = useQueryClient();
  const rights = useBugRights();
  const { change, question } = useChangeField();
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState<string>();
  /** The card to focus once it is shown in its new place. */
  const toFocus = useRef<{ readonly id: string; readonly columnKey: string }>(undefined);

  const mayMove = (bug: Bug) => rights.mayChange(bug, field.name);
  const whyNot = (bug: Bug) =>
    mayMove(bug)
      ? undefined
      : (isWorkField(field.name) ? boardTexts.mayNotWork : boardTexts.mayNotMove)(shortName(bug));

  function move(bug: Bug, from: Column, { column, at }: Target): void {
    const reason = whyNot(bug);
    setRefusal(reason);
    if (reason !== undefined) return setSaid(reason);
    const before = from.cards.findIndex(({ _id }) => _id === bug._id);
    const others = column.cards.filter(({ _id }) => _id !== bug._id);
    // The moved card itself may be above the place.
    const isBelow = column.cards.slice(0, at).some(({ _id }) => _id === bug._id);
    const place = Math.min(isBelow ? at - 1 : at, others.length);
    const isSame = groupOf(field, bug) === column.group.key;
    if (isSame && place === before) return;
    const to = placeAt(others, place);
    const rank = rankAt(others, place) ?? rankOfBug(bug);
    const back = placeAt(
      from.cards.filter(({ _id }) => _id !== bug._id),
      before,
    );
    toFocus.current = { id: bug._id, columnKey: column.group.key };
    const [position, count] = [place + 1, others.length + 1].map((number) => formatNumber(number));
    setSaid(boardTexts.moved(shortName(bug), column.group.label, position ?? '', count ?? ''));
    if (isSame) {
      if (to) startPlacing(client, { bug, to, back, rank, isUndo: false });
      return;
    }
    forgetPlaced(client);
    const input = column.group.key === 'none' ? '' : column.group.key;
    const value = field.toValue(input, { client, bug });
    change({
      field: field.name,
      seen: bug,
      wanted: { ...withFields(bug, [field.name], { from: bug, to: { ...bug, [field.name]: value } }), rank },
      isUndo: false,
      asEditor: rights.mayEdit(bug),
      place: to && { to, back },
    });
  }

  return {
    move,
    mayMove,
    whyNot,
    question,
    said,
    refusal,
    closeRefusal: () => setRefusal(undefined),
    toFocus,
  };
}

export type Mover = ReturnType<typeof useMove>;

const toColumn = 'column ';

/** The options of a card's menu, or the reason why the card cannot be moved. */
export function moveOptions(
  columns: readonly ShownColumn[],
  from: ShownColumn | undefined,
  whyNot: string | undefined,
): readonly Option[] {
  if (!from || whyNot !== undefined) return [{ value: '', label: whyNot ?? boardTexts.empty }];
  return [
    ...columns
      .filter((column) => column !== from)
      .map(({ group: { key, label } }) => ({ value: `${toColumn}${key}`, label: boardTexts.moveTo(label) })),
    { value: 'top', label: boardTexts.top },
    { value: 'ArrowUp', label: boardTexts.up },
    { value: 'ArrowDown', label: boardTexts.down },
    // If not all cards are loaded, the last loaded one is not the last of the column.
    ...(from.isWhole ? [{ value: 'bottom', label: boardTexts.bottom }] : []),
  ];
}

interface Standing {
  readonly columns: readonly ShownColumn[];
  readonly from: ShownColumn;
  /** The card's place in its column. */
  readonly at: number;
}

/** The target of an option of the menu, or of an arrow key; undefined if there is none. */
export function targetOf(option: string, { columns, from, at }: Standing): Target | undefined {
  const column = columns.find(({ group }) => option === `${toColumn}${group.key}`);
  if (column) return { column, at: 0 };
  const beside = (step: number): Target | undefined => {
    // Archived columns come after those that cards can be moved to.
    const index = columns.includes(from) ? columns.indexOf(from) : columns.length;
    const other = columns[index + step];
    return other && { column: other, at: Math.min(at, other.cards.length) };
  };
  const targets: Readonly<Record<string, Target | undefined>> = {
    top: { column: from, at: 0 },
    bottom: { column: from, at: from.cards.length },
    ArrowUp: at > 0 ? { column: from, at: at - 1 } : undefined,
    // Behind the card that follows.
    ArrowDown: at + 1 < from.cards.length ? { column: from, at: at + 2 } : undefined,
    ArrowLeft: beside(-1),
    ArrowRight: beside(1),
  };
  return targets[option];
}

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
function placeAt(others: readonly Bug[], at: number): Place | undefined {
  const [above, below] = [others[at - 1], others[at]];
  if (below) return { before: below._id };
  return above && { after: above._id };
}

/** The expected rank of a card between its neighbours, used until the server answers. */
function rankAt(others: readonly Bug[], at: number): number | undefined {
  const [above, below] = [others[at - 1], others[at]];
  if (!above && !below) return undefined;
  const top = above ? rankOfBug(above) : rankOfBug(below as Bug) + rankStep;
  const bottom = below ? rankOfBug(below) : Math.max(0, rankOfBug(above as Bug) - rankStep);
  return (top + bottom) / 2;
}

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

const placingKey = ['place a bug'];

/** Removes the notice of the last successful move. */
function forgetPlaced(client: QueryClient): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey: placingKey, status: 'success' }))
    cache.remove(mutation);
}

/** Places a bug as an optimistic update. The moves of a bug are stored sequentially. */
export function startPlacing(client: QueryClient, placing: Placing): void {
  forgetPlaced(client);
  forgetSaved(client);
  const observer = new MutationObserver<Bug, Error, Placing>(client, {
    mutationKey: placingKey,
    scope: { id: placing.bug._id },
    // Stays in the cache until the notice is closed.
    gcTime: Infinity,
    async mutationFn({ bug, to }) {
      const stored = await call(placeBug, { params: { id: bug._id }, body: to });
      bugPlaced(client, { ...bug, ...stored });
      return stored;
    },
    onSuccess: () => closeLater(client, placingKey, placing),
    onError(error) {
      if (!isRefusal(error)) void bugsMaybeChanged(client, [placing.bug._id]);
    },
  });
  observer.mutate(placing).catch(() => undefined);
}

/** The moves that are not stored yet. */
function usePendingPlacings(): readonly Placing[] {
  return useMutationState({
    filters: { mutationKey: placingKey, status: 'pending' },
    select: ({ state }) => state.variables as Placing,
  });
}

/** The moves whose notices are open. */
export function useSettledPlacings() {
  return useMutationState({
    filters: { mutationKey: placingKey, predicate: ({ state }) => state.status !== 'pending' },
    select: (mutation) => ({
      id: mutation.mutationId,
      mutation,
      placing: mutation.state.variables as Placing,
      error: mutation.state.error,
    }),
  });
}
