import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { type FieldName, inputOf } from '#web/lib/bugs/bug-field.ts';
import { type Drafts, forgetCancelled, useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { cancelUploads } from '#web/lib/files/uploads.ts';
import { useOpening } from '#web/lib/keyboard/openable.tsx';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { keyTexts } from '#web/features/bugs/field-keys/texts.ts';
import { useShownBug } from '#web/features/bugs/change/use-field-changes.ts';
import { type BugEdit, bugEdit, changedFields } from '#web/lib/bugs/change/bug-edit.ts';
import { editForm } from './edit-form.ts';

export interface Editing {
  readonly isOpen: boolean;
  /** Opened by a key: the title takes the focus. */
  readonly isByKey: boolean;
  /** The optimistic update: the bug with the edit, while it is being saved. */
  readonly saving: Bug | undefined;
  readonly drafts: Drafts<BugEdit>;
  /** Fields that others changed and that the last save merged. */
  readonly taken: readonly FieldName[];
  open: () => void;
  cancel: () => void;
  /** Opens the form with the offered draft. */
  restore: () => void;
  showSaving: (shown: Bug | undefined) => void;
  saved: (taken: readonly FieldName[]) => void;
}

/** The edit mode of a bug, opened directly by the fragment `#edit`, and the drafts of its edits. */
export function useEditing(bug: Bug): Editing {
  const asked = useLocation({ select: ({ hash }) => hash === 'edit' });
  const user = useUser();
  const { mayEdit, whyNotEdit } = useBugRights();
  const [mode, setMode] = useState<'read' | 'begin' | 'edit'>(asked && mayEdit(bug) ? 'begin' : 'read');
  // An edit starts from the stored bug, after pending changes are saved: merging would treat these as another user's.
  const isSettled = useShownBug(bug).saving.length === 0;
  if (mode === 'begin' && isSettled) setMode('edit');
  const isOpen = mode === 'edit';
  const [isByKey, setIsByKey] = useState(asked);
  const [saving, showSaving] = useState<Bug>();
  const [taken, setTaken] = useState<readonly FieldName[]>([]);
  const drafts = useDrafts({
    form: editForm(bug._id),
    schema: bugEdit,
    isNews: ({ values }) => changedFields(values, inputOf(bug)).length > 0,
    onResume: openByKey,
  });

  function open() {
    // Undoing the cancellation later would overwrite the new edit.
    forgetCancelled();
    setIsByKey(false);
    setTaken([]);
    setMode('begin');
  }
  function openByKey() {
    open();
    setIsByKey(true);
  }
  // No shortcut leads away from an open form.
  const stay = isOpen ? keyTexts.isEdited : undefined;
  useShortcuts({ e: stay ?? whyNotEdit(bug) ?? openByKey, j: stay, k: stay });
  useOpening({ isOpening: mode === 'begin' && isByKey, onClose: () => setMode('read') });

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
      cancelUploads(user._id, editForm(bug._id));
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
