import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { canEditBug } from '#contract/bugs.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { BugRows } from './use-bug-rows.ts';
import type { Selection } from './use-selection.ts';

/** Going through the rows by keys. The row at hand is the one with the focus, so that Enter opens it by itself. */
export function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  { rows, walked }: Pick<BugRows, 'rows' | 'walked'>,
  selection: Selection,
): void {
  const user = useUser();
  const navigate = useNavigate();

  const atHand = () => frame.current?.querySelector('tbody tr[aria-rowindex]:focus-within') ?? undefined;
  // The first row of the table is its heading.
  const indexOf = (row: Element | undefined) => Number(row?.getAttribute('aria-rowindex')) - 2;

  function go(to: 'nextElementSibling' | 'previousElementSibling') {
    const from = atHand();
    const row = from ? from[to] : firstInSight(frame.current);
    row?.querySelector<HTMLElement>('.title a')?.focus();
  }
  function edit() {
    const at = indexOf(atHand());
    const bug = rows[at];
    if (!bug || !canEditBug(user, bug)) return;
    const state = { bugList: { ...walked, at, steps: 1 } };
    void navigate({ to: '/bugs/$id', params: { id: bug._id }, hash: 'edit', state });
  }
  function select() {
    const bug = rows[indexOf(atHand())];
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

function firstInSight(frame: HTMLElement | null): Element | undefined {
  const rows = [...(frame?.querySelectorAll('tbody tr[aria-rowindex]') ?? [])];
  const covered = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return rows.find((row) => row.getBoundingClientRect().top >= covered);
}
