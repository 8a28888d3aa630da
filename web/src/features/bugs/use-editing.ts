import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { type Bug, canEditBug } from '#contract/bugs.ts';
import { type Drafts, useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { type BugEdit, bugEdit, type BugField, changedFields, inputOf } from './bug-form.ts';

export interface Editing {
  readonly isOpen: boolean;
  readonly drafts: Drafts<BugEdit>;
  /** What others had changed that went into the last save. */
  readonly taken: readonly BugField[];
  open: () => void;
  cancel: () => void;
  /** Opens the form with the draft that is offered. */
  restore: () => void;
  saved: (taken: readonly BugField[]) => void;
}

/** Whether a bug is being edited, as the address `#edit` asks from the start, and the drafts of its edits. */
export function useEditing(bug: Bug): Editing {
  const asked = useLocation({ select: ({ hash }) => hash === 'edit' });
  const mayEdit = canEditBug(useUser(), bug);
  const [isOpen, setIsOpen] = useState(asked && mayEdit);
  const [taken, setTaken] = useState<readonly BugField[]>([]);
  const drafts = useDrafts({
    form: `bug:${bug._id}`,
    schema: bugEdit,
    isNews: ({ values }) => changedFields(values, inputOf(bug)).length > 0,
  });

  function open() {
    setTaken([]);
    setIsOpen(true);
  }
  useShortcuts({ e: mayEdit && !isOpen ? open : undefined });
  return {
    isOpen,
    drafts,
    taken,
    open,
    cancel() {
      drafts.left();
      setIsOpen(false);
    },
    restore() {
      drafts.restore();
      open();
    },
    saved(fields) {
      drafts.saved();
      setTaken(fields);
      setIsOpen(false);
    },
  };
}
