import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { bugPermissions } from '#contract/bugs.ts';
import { can } from '#contract/permissions.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { Selection } from '#web/features/bugs/bulk/use-selection.ts';
import { firstRowInSight, focusTitleOf, placeOf, rowAtHand } from './row-elements.ts';
import type { BugRows } from './use-bug-rows.ts';

/** Going through the rows by keys. The row at hand is the one with the focus, so that Enter opens it by itself. */
export function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  { rows, walked }: Pick<BugRows, 'rows' | 'walked'>,
  selection: Selection,
): void {
  const user = useUser();
  const navigate = useNavigate();

  const atHand = () => rowAtHand(frame.current);

  function go(to: 'nextElementSibling' | 'previousElementSibling') {
    const from = atHand();
    focusTitleOf(from ? from[to] : firstRowInSight(frame.current));
  }
  function edit() {
    const at = placeOf(atHand());
    const bug = rows[at];
    if (!bug || !can(user, bugPermissions.edit, bug)) return;
    const state = { bugList: { ...walked, at, steps: 1 } };
    void navigate({ to: '/bugs/$id', params: { id: bug._id }, hash: 'edit', state });
  }
  function select() {
    const bug = rows[placeOf(atHand())];
    if (bug) selection.select(bug, !selection.has(bug), false);
  }
  useShortcuts({
    // Asked when they are wanted: which row is at hand is known to the browser alone.
    get x() {
      return atHand() && select;
    },
    j: () => go('nextElementSibling'),
    k: () => go('previousElementSibling'),
    get e() {
      return atHand() && edit;
    },
  });
}
