import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Bug, updateBugBody } from '#web/lib/api/specified.ts';
import { type BugInput, inputOf } from '#web/lib/bugs/bug-field.ts';
import { type Drafts, forgetCancelled, useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { cancelUploads, uploadProblem } from '#web/lib/files/uploads.ts';
import { useOpening } from '#web/lib/keyboard/openable.tsx';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import {
  type BugEdit,
  bugEdit,
  bugInput,
  changedFields,
  editOf,
  sentOf,
} from '#web/lib/bugs/change/bug-edit.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import {
  type Conflict,
  conflictOf,
  mergeEdit,
  saveEdit,
  type Taken,
} from '#web/lib/bugs/change/save-edit.ts';
import { changeTexts, keyTexts } from '#web/features/bugs/change/texts.ts';
import { useShownBug } from '#web/features/bugs/change/field-change.tsx';
import { useUpdateBug } from '#web/features/bugs/data/mutations.ts';
import { type Choices, decided, isDecided, typedSoFar } from './conflict-resolution.ts';

/** The name of a bug's edit form in the draft store. */
export const editForm = (id: string) => `bug:${id}`;

const nothing: Taken = { taken: [], by: [] };

export interface Editing {
  readonly isOpen: boolean;
  /** Opened by a key: the title takes the focus. */
  readonly isByKey: boolean;
  /** The optimistic update: the bug with the edit, while it is being saved. */
  readonly saving: Bug | undefined;
  readonly drafts: Drafts<BugEdit>;
  /** What the last save merged. */
  readonly taken: Taken;
  open: () => void;
  cancel: () => void;
  /** Opens the form with the offered draft. */
  restore: () => void;
  showSaving: (shown: Bug | undefined) => void;
  saved: (taken: Taken) => void;
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
  const [taken, setTaken] = useState(nothing);
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
    setTaken(nothing);
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
    saved(merged) {
      drafts.saved();
      setTaken(merged);
      setMode('read');
    },
  };
}

interface EditOptions {
  bug: Bug;
  /** The initial values, and the version they are based on. */
  begin: BugEdit;
  /** Stores a draft; undefined removes it. */
  keep: (edit: BugEdit | undefined) => void;
  /** Resolves once the files of the form are uploaded; rejects if one failed. */
  uploaded: () => Promise<void>;
  /** Called with the values for an optimistic update when saving starts, and with undefined when it ends. */
  onSaving: (values: BugInput | undefined) => void;
  /** Called when the edit is stored; `taken` is what it merged. */
  onSaved: (taken: Taken) => void;
}

export const loadChoice = () => import('./ConflictChoice.tsx');

/** An edit of a bug: its form, saving with a three-way merge, and the resolution of conflicts. */
export function useBugEdit({ bug, begin, keep, uploaded, onSaving, onSaved }: EditOptions) {
  const update = useUpdateBug();
  const [{ version, base }, setBegun] = useState(begin);
  const [conflict, setConflict] = useState<Conflict>();
  const [choices, setChoices] = useState<Choices>({});
  const [asked, setAsked] = useState(0);

  const form = useScreenForm({
    schema: bugInput,
    defaultValues: begin.values,
    problem: (error) => uploadProblem(error) ?? problemOf(changeTexts.updateFailed, error),
    onChange: () => keepTyped(now()),
    async send(values) {
      await uploaded();
      if (!conflict) return save({ version, base, values });
      if (isDecided(conflict, choices)) return save(decided(conflict, choices));
      setAsked(asked + 1);
    },
  });
  const now = (): BugEdit => ({ version, base, values: form.form.getValues() });

  function keepTyped(edit: BugEdit) {
    keep(changedFields(edit.base, edit.values).length > 0 ? edit : undefined);
  }

  async function save(edit: BugEdit) {
    if (isWithinRules(edit.values)) onSaving(edit.values);
    try {
      const saved = await saveEdit(
        // The specification's PUT has all five fields; others' changes are merged into them.
        (over) => update.mutateAsync({ id: bug._id, version: over.version, body: sentOf(over) }),
        edit,
      );
      if ('conflict' in saved) await ask(saved.conflict);
      else onSaved(saved);
    } finally {
      onSaving(undefined);
    }
  }

  async function ask(found: Conflict) {
    // Loaded before rendering, so that a failure to load it becomes an error of saving.
    await loadChoice();
    goOn(found.edit);
    setConflict(found);
  }

  /** Replaces the edit. */
  function goOn(edit: BugEdit) {
    form.form.reset(edit.values);
    setBegun(edit);
    setConflict(undefined);
    setChoices({});
    setAsked(0);
    keepTyped(edit);
  }

  return {
    form,
    /** The stored values that the edit is based on, and their version. */
    base,
    version,
    conflict,
    choices,
    /** How often the user tried to save before every overlap had a choice. */
    asked,
    /** Fields that changed since the edit began; undefined if the version is the same. */
    changed: (bug.version ?? 0) > (version ?? 0) ? changedFields(base, inputOf(bug)) : undefined,
    choose(next: Choices) {
      setChoices(next);
      if (conflict) keepTyped(typedSoFar(conflict, next));
    },
    /** Replaces the input by the stored bug. */
    load: () => goOn(editOf(bug)),
    /** Merges the changes of others into the fields, or reports a conflict. */
    async merge() {
      const edit = now();
      const merged = await mergeEdit(edit, inputOf(bug));
      if (merged.overlaps.length > 0) await ask(await conflictOf(edit, bug, merged));
      else goOn(editOf(bug, merged.values));
    },
  };
}

/** Whether the server accepts an edit, as far as its rules are known here. */
function isWithinRules(values: BugInput): boolean {
  return updateBugBody.safeParse(values).success;
}
