import {
  type BugFieldView,
  type ChangedPart,
  briefText,
  fieldList,
  fieldNamed,
} from '#web/lib/bugs/bug-field.ts';
import type { ChangeOutcome } from '#web/lib/bugs/change/change-bug.ts';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import type { FieldChange } from './field-change.ts';
import { changeTexts } from './texts.ts';

/** What a change is about: its field, or the part of it that changes. */
export function subjectOf(fields: readonly BugFieldView[], { field, part }: FieldChange): ChangedPart {
  const view = fieldNamed(fields, field);
  return part ?? { label: view.label, text: (value) => briefText(view, value) };
}

/** The outcome of a change as text: a title and details. */
export function outcomeText(
  fields: readonly BugFieldView[],
  change: FieldChange,
  outcome: ChangeOutcome,
): readonly [title: string, text: string] {
  const { field, seen, isUndo } = change;
  const { label, text } = subjectOf(fields, change);
  const what = changeTexts.fieldOf(label, shortName(seen));
  if (outcome.is === 'overlapping')
    return [
      isUndo ? changeTexts.notUndone : changeTexts.notChanged,
      changeTexts.changedByOther(what, text(outcome.stored[field])),
    ];
  const { made, taken } = outcome;
  return [
    (isUndo ? changeTexts.isAgain : changeTexts.isNow)(what, text(made[field])),
    taken.length > 0 ? changeTexts.keptOthers(fieldList(fields, taken)) : '',
  ];
}
