import { type RefObject, useEffect, useRef } from 'react';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import { barBottom, activeBug, focusTitleOf, activeRow, rowOf } from './row-elements.ts';
import { usePressBeside, useReturnToRow } from './use-active-row.ts';
import { type ChangeField, useBugKeys } from '#web/features/bugs/change/field-keys.ts';

interface Doing {
  selection: Selection<Bug>;
  change: ChangeField;
  /** The list of the bug's group, and its place there. */
  placeOf: (bug: Bug) => { readonly list: WalkedList; readonly at: number } | undefined;
}

/**
 * Keyboard navigation through the rows of groups, all of which are rendered. If the active row moves to another group,
 * the focus follows it. Returns the handler that stores the active row.
 */
export function useGroupKeys(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Bug[],
  { selection, change, placeOf }: Doing,
): () => void {
  const held = useRef<{ readonly id: string; readonly at: number }>(undefined);

  useReturnToRow(frame, rows);

  const currentBug = () => activeBug(frame.current, rows);

  function go(step: 1 | -1) {
    const bug = currentBug();
    const from = bug ? rows.indexOf(bug) : -1;
    const isInSight = ({ _id }: Bug) => (rowOf(_id)?.getBoundingClientRect().top ?? 0) >= barBottom();
    const to = from === -1 ? rows.find(isInSight) : rows[Math.max(0, Math.min(from + step, rows.length - 1))];
    if (to) focusTitleOf(rowOf(to._id));
  }

  useShortcuts({ j: () => go(1), k: () => go(-1) });
  useBugKeys({ row: () => activeRow(frame.current), bug: currentBug, placeOf, selection, change });

  usePressBeside(frame, () => {
    held.current = undefined;
  });

  useEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    const { id, at } = held.current;
    const next = rows.find(({ _id }) => _id === id) ?? rows[Math.min(at, rows.length - 1)];
    if (next) focusTitleOf(rowOf(next._id), { preventScroll: true });
  }, [rows]);

  return () => {
    const bug = currentBug();
    held.current = bug && { id: bug._id, at: rows.indexOf(bug) };
  };
}
