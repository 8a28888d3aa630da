import { useNavigate } from '@tanstack/react-router';
import type { Bug } from '#web/lib/api/specified.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { holdKeysWhile } from '#web/lib/keyboard/held-keys.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import { assignToMe, type ChangeField } from './assign-to-me.ts';
import { useFieldKeys } from './use-field-keys.ts';

interface ActiveBug {
  /** The row that contains the focus, and its bug. */
  row: () => Element | undefined;
  bug: () => Bug | undefined;
  /** The bug's list, and its place there; undefined if it has left its list. */
  placeOf: (bug: Bug) => { readonly list: WalkedList; readonly at: number } | undefined;
  selection: Selection<Bug>;
  change: ChangeField;
}

/** The shortcuts for the bug in the focused row: they select it, edit it, and change its fields. */
export function useBugKeys({ row, bug: activeBug, placeOf, selection, change }: ActiveBug): void {
  const user = useUser();
  const { whyNotEdit, whyNotWork } = useBugRights();
  const navigate = useNavigate();
  const isSelecting = selection.rows.length > 0;
  useFieldKeys({
    // With a selection, the bulk bar has these shortcuts.
    scope: () => (isSelecting ? undefined : row()),
    whyNot() {
      const bug = activeBug();
      return bug && whyNotWork(bug);
    },
    assignToMe() {
      const bug = isSelecting ? undefined : activeBug();
      return bug && assignToMe(user, bug, whyNotWork(bug), change);
    },
  });
  useShortcuts({
    // Evaluated when a key is pressed, as only the DOM has the active row.
    get x() {
      const bug = activeBug();
      return bug && (() => selection.select(bug, !selection.has(bug), false));
    },
    get e() {
      const bug = activeBug();
      if (!bug) return undefined;
      const whyNot = whyNotEdit(bug);
      if (whyNot !== undefined) return whyNot;
      const place = placeOf(bug);
      const state = place ? { bugList: { ...place.list, at: place.at, steps: 1 } } : {};
      return () => holdKeysWhile(navigate({ to: '/bugs/$id', params: { id: bug._id }, hash: 'edit', state }));
    },
  });
}
