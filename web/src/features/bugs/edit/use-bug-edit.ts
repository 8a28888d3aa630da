import { useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { mergeEdit } from '#web/features/bugs/change/merge-edit.ts';
import { type Conflict, saveEdit } from '#web/features/bugs/change/save-edit.ts';
import { useUpdateBug } from '#web/features/bugs/data/mutations.ts';
import {
  type BugEdit,
  type BugField,
  type BugInput,
  bugInput,
  changedFields,
  editOf,
  inputOf,
  isWithinRules,
} from '#web/features/bugs/form/bug-form.ts';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { type Choices, decided, isDecided, typedSoFar } from './conflict-resolution.ts';

interface Options {
  bug: Bug;
  /** What the fields hold at first, and the version that this is an edit of. */
  begin: BugEdit;
  /** Keeps what is typed; undefined where nothing is. */
  keep: (edit: BugEdit | undefined) => void;
  /** These values are on their way to be stored, and will most likely be; undefined once that is decided. */
  onSaving: (values: BugInput | undefined) => void;
  /** It is stored, together with what others changed in `taken`. */
  onSaved: (taken: readonly BugField[]) => void;
}

export const loadChoice = () => import('./ConflictChoice.tsx');

/** An edit of a bug: its fields, saving it together with what others save, and the choice where both overlap. */
export function useBugEdit({ bug, begin, keep, onSaving, onSaved }: Options) {
  const update = useUpdateBug();
  const [{ version, base }, setBegun] = useState(begin);
  const [conflict, setConflict] = useState<Conflict>();
  const [choices, setChoices] = useState<Choices>({});
  const [asked, setAsked] = useState(0);

  const form = useScreenForm({
    schema: bugInput,
    defaultValues: begin.values,
    problem: formTexts.updateFailed,
    onChange: () => keepTyped(now()),
    async send(values) {
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
        // All five fields, as the specification has it; those that others changed meanwhile are merged into them.
        ({ version: over, values }) => update.mutateAsync({ id: bug._id, version: over, body: values }),
        edit,
      );
      if ('conflict' in saved) await ask(saved.conflict);
      else onSaved(saved.taken);
    } finally {
      onSaving(undefined);
    }
  }

  async function ask(found: Conflict) {
    // Not to find out while it is rendered that its code cannot be had.
    await loadChoice();
    goOn(found.edit);
    setConflict(found);
  }

  /** Goes on from another edit than the one begun. */
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
    conflict,
    choices,
    /** How often saving was tried with something still to be chosen. */
    asked,
    /** Where the bug says something else than when the edit began; undefined where it is the same version. */
    changed: (bug.version ?? 0) > (version ?? 0) ? changedFields(base, inputOf(bug)) : undefined,
    choose(next: Choices) {
      setChoices(next);
      if (conflict) keepTyped(typedSoFar(conflict, next));
    },
    /** Shows what is stored instead of what was typed. */
    load: () => goOn(editOf(bug)),
    /** Takes what others changed into the fields, or asks where it overlaps. */
    async merge() {
      const edit = now();
      const merged = await mergeEdit(edit, inputOf(bug));
      if (merged.overlaps.length > 0) await ask({ edit, stored: bug, merged });
      else goOn(editOf(bug, merged.values));
    },
  };
}
