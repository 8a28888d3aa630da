import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { canEditBug } from '#contract/bugs.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { forgetCancelled } from '#web/lib/drafts/cancelled.ts';
import { type Drafts, useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { useShownBug } from '#web/features/bugs/change/use-field-changes.ts';
import {
  type BugEdit,
  bugEdit,
  type BugField,
  changedFields,
  inputOf,
} from '#web/features/bugs/form/bug-form.ts';

export interface Editing {
  readonly isOpen: boolean;
  /** It was opened by a key, and one types on. */
  readonly isByKey: boolean;
  /** The bug as it will be once it is saved, while it is. */
  readonly saving: Bug | undefined;
  readonly drafts: Drafts<BugEdit>;
  /** What others had changed that went into the last save. */
  readonly taken: readonly BugField[];
  open: () => void;
  cancel: () => void;
  /** Opens the form with the draft that is offered. */
  restore: () => void;
  showSaving: (shown: Bug | undefined) => void;
  saved: (taken: readonly BugField[]) => void;
}

/** What the drafts call the form that edits a bug. */
export const editForm = (id: string) => `bug:${id}`;

/** Whether a bug is being edited, as the address `#edit` asks from the start, and the drafts of its edits. */
export function useEditing(bug: Bug): Editing {
  const asked = useLocation({ select: ({ hash }) => hash === 'edit' });
  const mayEdit = canEditBug(useUser(), bug);
  const [mode, setMode] = useState<'read' | 'begin' | 'edit'>(asked && mayEdit ? 'begin' : 'read');
  // An edit begins with what is stored: with a change that is still being saved, it would take that for somebody else's.
  const isSettled = useShownBug(bug).saving.length === 0;
  if (mode === 'begin' && isSettled) setMode('edit');
  const isOpen = mode === 'edit';
  const [isByKey, setIsByKey] = useState(asked);
  const [saving, showSaving] = useState<Bug>();
  const [taken, setTaken] = useState<readonly BugField[]>([]);
  const drafts = useDrafts({
    form: editForm(bug._id),
    schema: bugEdit,
    isNews: ({ values }) => changedFields(values, inputOf(bug)).length > 0,
    onResume: openByKey,
  });

  function open() {
    // Taken back from now on, it would take the place of what is typed anew.
    forgetCancelled();
    setIsByKey(false);
    setTaken([]);
    setMode('begin');
  }
  function openByKey() {
    open();
    setIsByKey(true);
  }
  // A slip of the finger does not lead away from what one types.
  const stay = isOpen ? null : undefined;
  useShortcuts({ e: mayEdit && !isOpen ? openByKey : undefined, j: stay, k: stay });

  const navigate = useNavigate();
  const tidyAddress = useEffectEvent(() => {
    if (!asked || mode !== 'read') return;
    void navigate({
      to: '/bugs/$id',
      params: { id: bug._id },
      replace: true,
      state: true,
      resetScroll: false,
    });
  });
  useEffect(() => tidyAddress(), [asked, mode]);
  return {
    isOpen,
    isByKey,
    saving,
    drafts,
    taken,
    open,
    cancel() {
      drafts.cancel();
      setMode('read');
    },
    restore() {
      drafts.restore();
      open();
    },
    showSaving,
    saved(fields) {
      drafts.saved();
      setTaken(fields);
      setMode('read');
    },
  };
}
