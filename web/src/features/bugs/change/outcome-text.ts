import { type BugFieldView, briefText, fieldList, fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import type { FieldChange, FieldOutcome } from './field-change.ts';
import { changeTexts } from './texts.ts';

/** The outcome of a change in words: what it has come to, and more about that. */
export function outcomeText(
  fields: readonly BugFieldView[],
  { field, seen, isUndo }: FieldChange,
  outcome: FieldOutcome,
): readonly [title: string, text: string] {
  const view = fieldNamed(fields, field);
  const what = changeTexts.fieldOf(view.label, shortName(seen));
  if (outcome.is === 'overlapping')
    return [
      isUndo ? changeTexts.notUndone : changeTexts.notChanged,
      changeTexts.changedByOther(what, briefText(view, outcome.stored[field])),
    ];
  const { made, taken } = outcome;
  return [
    (isUndo ? changeTexts.isAgain : changeTexts.isNow)(what, briefText(view, made[field])),
    taken.length > 0 ? changeTexts.keptOthers(fieldList(fields, taken)) : '',
  ];
}
