import { useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { type BugInput, type FieldName, inputOf } from '#web/lib/bugs/bug-field.ts';
import { uploadProblem } from '#web/lib/files/uploads.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { type Conflict, mergeEdit, saveEdit } from '#web/lib/bugs/change/save-edit.ts';
import { useUpdateBug } from '#web/features/bugs/data/mutations.ts';
import { type BugEdit, bugInput, changedFields, editOf, sentOf } from '#web/lib/bugs/change/bug-edit.ts';
import { isWithinRules } from '#web/features/bugs/form/bug-form.ts';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { type Choices, decided, isDecided, typedSoFar } from './conflict-resolution.ts';

interface Options {
  bug: Bug;
  /** The initial values, and the version they are based on. */
  begin: BugEdit;
  /** Stores a draft; undefined removes it. */
  keep: (edit: BugEdit | undefined) => void;
  /** Resolves once the files of the form are uploaded; rejects if one failed. */
  uploaded: () => Promise<void>;
  /** Called with the values for an optimistic update when saving starts, and with undefined when it ends. */
  onSaving: (values: BugInput | undefined) => void;
  /** Called when the edit is stored; `taken` are the merged fields of others. */
  onSaved: (taken: readonly FieldName[]) => void;
}

export const loadChoice = () => import('./ConflictChoice.tsx');

/** An edit of a bug: its form, saving with a three-way merge, and the resolution of conflicts. */
export function useBugEdit({ bug, begin, keep, uploaded, onSaving, onSaved }: Options) {
  const update = useUpdateBug();
  const [{ version, base }, setBegun] = useState(begin);
  const [conflict, setConflict] = useState<Conflict>();
  const [choices, setChoices] = useState<Choices>({});
  const [asked, setAsked] = useState(0);

  const form = useScreenForm({
    schema: bugInput,
    defaultValues: begin.values,
    problem: (error) => uploadProblem(error) ?? problemOf(formTexts.updateFailed, error),
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
      else onSaved(saved.taken);
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
    /** The stored values that the edit is based on. */
    base,
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
      if (merged.overlaps.length > 0) await ask({ edit, stored: bug, merged });
      else goOn(editOf(bug, merged.values));
    },
  };
}
