import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { bugPermissions } from '#contract/bugs/bugs.ts';
import { can } from '#contract/permissions.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { barBottom, focusTitleOf, rowAtHand, rowOf, titleId } from './row-elements.ts';
import { assignToMe, type ChangeField } from '#web/features/bugs/triage/assign-to-me.ts';
import { useTriageKeys } from '#web/features/bugs/triage/use-triage-keys.ts';

/**
 * Going through the rows of groups by keys: all of them are rendered. Where the row with the focus goes to another group, the
 * focus goes with it. Returns what notes the row with the focus.
 */
export function useGroupKeys(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Bug[],
  { selection, change }: { selection: Selection<Bug>; change: ChangeField },
): () => void {
  const user = useUser();
  const { mayChange } = useBugRights();
  const navigate = useNavigate();
  const held = useRef<{ readonly id: string; readonly at: number }>(undefined);

  function atHand(): number {
    const title = rowAtHand(frame.current)?.querySelector('.title a');
    return rows.findIndex((bug) => title?.id === titleId(bug));
  }
  const bugAtHand = () => rows[atHand()];

  function go(step: 1 | -1) {
    const from = atHand();
    const isInSight = ({ _id }: Bug) => (rowOf(_id)?.getBoundingClientRect().top ?? 0) >= barBottom();
    const to = from === -1 ? rows.find(isInSight) : rows[Math.max(0, Math.min(from + step, rows.length - 1))];
    if (to) focusTitleOf(rowOf(to._id));
  }

  const isSelecting = selection.rows.length > 0;
  useTriageKeys({
    // With a selection, its bar has these keys.
    scope: () => (isSelecting ? undefined : rowAtHand(frame.current)),
    assignToMe() {
      const bug = isSelecting ? undefined : bugAtHand();
      return bug && assignToMe(user, bug, mayChange(bug, 'assignedTo') ? change : undefined);
    },
  });
  useShortcuts({
    // Asked when they are wanted: which row is at hand is known to the browser alone.
    get x() {
      const bug = bugAtHand();
      return bug && (() => selection.select(bug, !selection.has(bug), false));
    },
    j: () => go(1),
    k: () => go(-1),
    get e() {
      const bug = bugAtHand();
      if (!bug || !can(user, bugPermissions.edit, bug)) return undefined;
      return () => void navigate({ to: '/bugs/$id', params: { id: bug._id }, hash: 'edit' });
    },
  });

  useEffect(() => {
    const stop = new AbortController();
    // A press beside the rows leaves the row at hand.
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!frame.current?.contains(target as Node)) held.current = undefined;
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [frame]);

  useEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    const { id, at } = held.current;
    const next = rows.find(({ _id }) => _id === id) ?? rows[Math.min(at, rows.length - 1)];
    if (next) focusTitleOf(rowOf(next._id), { preventScroll: true });
  }, [rows]);

  return () => {
    const at = atHand();
    const bug = rows[at];
    held.current = bug && { id: bug._id, at };
  };
}
