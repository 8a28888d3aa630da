import type { RefObject } from 'react';
import { useRowFocus } from '#web/lib/keyboard/use-row-focus.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { type ChangeField, useBugKeys } from '#web/features/bugs/change/field-keys.ts';
import { firstRowInSight, focusTitleOf, placeOf, rowAt, activeRow } from './row-elements.ts';
import type { BugRows } from './use-bug-rows.ts';
import { useActiveRow } from './use-active-row.ts';

interface Doing {
  selection: Selection<Bug>;
  change: ChangeField;
  /** Renders the row at a place in the list. */
  scrollTo: (place: number) => void;
}

/** Keyboard navigation through the rows. The active row is the focused one, so that Enter opens it natively. */
export function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  { rows, walked }: Pick<BugRows, 'rows' | 'walked'>,
  { selection, change, scrollTo }: Doing,
): void {
  useActiveRow(frame, rows);
  const { wantedPlace, focusPlace } = useRowFocus({
    rowAt: (place) => rowAt(frame.current, place),
    focus: focusTitleOf,
    scrollTo,
  });
  const currentRow = () => activeRow(frame.current);
  const currentPlace = () => placeOf(currentRow());

  function go(step: 1 | -1) {
    const from = wantedPlace() ?? currentPlace();
    if (from < 0) return focusTitleOf(firstRowInSight(frame.current));
    focusPlace(Math.max(0, Math.min(from + step, rows.length - 1)));
  }
  useShortcuts({ j: () => go(1), k: () => go(-1) });
  useBugKeys({
    row: currentRow,
    bug: () => rows[currentPlace()],
    placeOf: () => ({ list: walked, at: currentPlace() }),
    selection,
    change,
  });
}
