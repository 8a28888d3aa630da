import { useNavigate } from '@tanstack/react-router';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import type { ChangedPart, FieldName } from '#web/lib/bugs/bug-field.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { holdKeysWhile } from '#web/lib/keyboard/held-keys.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import type { SignedInUser } from '#web/lib/api/specified-users.ts';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import { keyTexts } from './texts.ts';

/** The names of commands on a bug or a list that have no key. */
export const bugCommands = {
  start: 'start bug',
  resolve: 'resolve bug',
  reopen: 'reopen bug',
  labels: 'set labels',
  component: 'set component',
  copyLink: 'copy link',
  delete: 'delete bug',
  display: 'display list',
} as const;

interface FieldKeys {
  /** The element with the controls of the active bug, each in its own `data-field`. */
  scope: () => Element | null | undefined;
  /** Why a control is missing there, if not because of the layout. */
  whyNot: () => string | undefined;
  /** Shows a folded field, by its label, before its control is pressed. */
  unfold?: (label: string) => void;
  /** Assigns the active bug to the user, or says why not; undefined without an active bug. */
  assignToMe: () => (() => void) | string | undefined;
}

/** The shortcuts of fields: they open a field's control in place, so that closing it returns the focus. */
export function useFieldKeys({ scope, whyNot, unfold, assignToMe: assign }: FieldKeys): void {
  function opener(field: FieldName) {
    const within = scope();
    const control = within?.querySelector<HTMLElement>(`[data-field="${field}"] button`);
    if (control)
      return () => {
        const folded = control.closest<HTMLElement>('[data-folded]')?.dataset['folded'];
        if (folded !== undefined) unfold?.(folded);
        control.click();
      };
    return within ? (whyNot() ?? keyTexts.notShown) : undefined;
  }
  useShortcuts({
    // Evaluated when a key is pressed, because only the browser knows the active element.
    get s() {
      return opener('status');
    },
    get p() {
      return opener('priority');
    },
    get a() {
      return opener('assignedTo');
    },
    get i() {
      return assign();
    },
    get [bugCommands.labels]() {
      return opener('labels');
    },
    get [bugCommands.component]() {
      return opener('component');
    },
  });
}

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
  const { whyNotEdit, whyNotWork, mayTake } = useBugRights();
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
      return bug && assignToMe(user, bug, mayTake(bug) ? undefined : whyNotWork(bug), change);
    },
  });
  useShortcuts({
    // Evaluated when a key is pressed, because only the DOM has the active row.
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

/** Changes a field of a bug, or a part of it, without the form: `wanted` is the bug with the change. */
export type ChangeField = (field: FieldName, wanted: Bug, part?: ChangedPart) => void;

/** The change that assigns a bug to the user, or the reason why it is not permitted (`whyNot`) or not needed. */
export function assignToMe(
  { _id, name }: SignedInUser,
  bug: Bug,
  whyNot: string | undefined,
  onChange: ChangeField,
): (() => void) | string {
  if (bug.assignedTo?._id === _id) return keyTexts.alreadyYours;
  if (whyNot !== undefined) return whyNot;
  return () => onChange('assignedTo', { ...bug, assignedTo: { _id, name } });
}
