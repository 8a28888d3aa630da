import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { bugPermissions } from '#contract/bugs/bugs.ts';
import { can } from '#contract/permissions.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { assignToMe, type ChangeField } from '#web/features/bugs/field-keys/assign-to-me.ts';
import { useFieldKeys } from '#web/features/bugs/field-keys/use-field-keys.ts';
import { firstRowInSight, focusTitleOf, placeOf, rowAt, activeRow } from './row-elements.ts';
import type { BugRows } from './use-bug-rows.ts';
import { useKeptRow } from './use-kept-row.ts';

interface Doing {
  selection: Selection<Bug>;
  change: ChangeField;
  /** Makes the row of a place in the list be rendered. */
  scrollTo: (place: number) => void;
}

/** Keyboard navigation through the rows. The active row is the one with the focus, so that Enter opens it natively. */
export function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  { rows, walked }: Pick<BugRows, 'rows' | 'walked'>,
  { selection, change, scrollTo }: Doing,
): void {
  const user = useUser();
  const { mayChange } = useBugRights();
  const navigate = useNavigate();

  useKeptRow(frame, rows);

  const currentRow = () => activeRow(frame.current);

  // The place to focus once its row is rendered, as a key that is held down is faster than the rows; and what had the focus.
  const wanted = useRef<{ readonly place: number; readonly from: Element | null }>(undefined);
  function focusWanted() {
    if (!wanted.current) return;
    const { place, from } = wanted.current;
    const focused = document.activeElement;
    // A row that is no longer rendered leaves the focus to the page. Elsewhere, the user has moved it.
    const isElsewhere = focused !== from && focused !== document.body;
    const row = isElsewhere ? undefined : rowAt(frame.current, place);
    if (row) focusTitleOf(row);
    if (row || isElsewhere) wanted.current = undefined;
  }
  useEffect(focusWanted);

  function go(step: 1 | -1) {
    focusWanted();
    const from = wanted.current?.place ?? placeOf(currentRow());
    if (from < 0) return focusTitleOf(firstRowInSight(frame.current));
    const place = Math.max(0, Math.min(from + step, rows.length - 1));
    wanted.current = { place, from: document.activeElement };
    focusWanted();
    if (wanted.current) scrollTo(place);
  }
  function edit() {
    const at = placeOf(currentRow());
    const bug = rows[at];
    if (!bug || !can(user, bugPermissions.edit, bug)) return;
    const state = { bugList: { ...walked, at, steps: 1 } };
    void navigate({ to: '/bugs/$id', params: { id: bug._id }, hash: 'edit', state });
  }
  function select() {
    const bug = rows[placeOf(currentRow())];
    if (bug) selection.select(bug, !selection.has(bug), false);
  }
  const isSelecting = selection.rows.length > 0;
  useFieldKeys({
    // With a selection, its bar has these keys.
    scope: () => (isSelecting ? undefined : currentRow()),
    assignToMe() {
      const bug = isSelecting ? undefined : rows[placeOf(currentRow())];
      return bug && assignToMe(user, bug, mayChange(bug, 'assignedTo') ? change : undefined);
    },
  });
  useShortcuts({
    // Evaluated when a key is pressed, as only the DOM has the active row.
    get x() {
      return currentRow() && select;
    },
    j: () => go(1),
    k: () => go(-1),
    get e() {
      return currentRow() && edit;
    },
  });
}
