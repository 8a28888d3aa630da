import { useQueryClient } from '@tanstack/react-query';
import { isRefusal, reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { briefText, type FieldName, fieldList, fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { Report } from '#web/ui/FloatingBar.tsx';
import { bugQuery } from '#web/features/bugs/data/queries.ts';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { changeTexts } from './texts.ts';
import type { SettledChange } from './use-field-changes.ts';

/** The outcome of a change in words. */
export function ChangeText({ change, outcome, error }: SettledChange) {
  const { field, seen, isUndo } = change;
  const fields = useBugFields();
  const view = fieldNamed(fields, field);
  const text = (value: Bug[FieldName]) => briefText(view, value);
  const stored = useQueryClient().getQueryData(bugQuery(seen._id).queryKey);
  const what = changeTexts.fieldOf(view.label, shortName(seen));
  if (!outcome)
    return (
      <Report role="alert">
        <strong>{formTexts.updateFailed}</strong>{' '}
        {!isRefusal(error)
          ? changeTexts.maybeSaved(what)
          : // The shown value may have been an optimistic one that was refused.
            stored && changeTexts.stillIs(what, text(stored[field]))}{' '}
        {reasonOf(error)}
      </Report>
    );
  if (outcome.is === 'overlapping')
    return (
      <Report>
        <strong>{isUndo ? changeTexts.notUndone : changeTexts.notChanged}</strong>{' '}
        {changeTexts.changedByOther(what, text(outcome.stored[field]))}
      </Report>
    );
  const { made, taken } = outcome;
  return (
    <Report>
      <strong>{(isUndo ? changeTexts.isAgain : changeTexts.isNow)(what, text(made[field]))}</strong>
      {taken.length > 0 && ` ${changeTexts.keptOthers(fieldList(fields, taken))}`}
    </Report>
  );
}
