import { useQueryClient } from '@tanstack/react-query';
import { isRefusal, reasonOf } from '#web/lib/api/api-error.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { bugQuery } from '#web/features/bugs/data/queries.ts';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { outcomeText, subjectOf } from './outcome-text.ts';
import { changeTexts } from './texts.ts';
import type { SettledChange } from './use-field-changes.ts';

/** The outcome of a change in words. */
export function ChangeText({ change, outcome, error }: SettledChange) {
  const { field, seen } = change;
  const fields = useBugFields();
  const stored = useQueryClient().getQueryData(bugQuery(seen._id).queryKey);
  if (!outcome) {
    const { label, text } = subjectOf(fields, change);
    const what = changeTexts.fieldOf(label, shortName(seen));
    return (
      <>
        <strong role="alert">{formTexts.updateFailed}</strong>{' '}
        {!isRefusal(error)
          ? changeTexts.maybeSaved(what)
          : // The shown value may have been an optimistic one that was refused.
            stored && changeTexts.stillIs(what, text(stored[field]))}{' '}
        {reasonOf(error)}
      </>
    );
  }
  const [title, more] = outcomeText(fields, change, outcome);
  return (
    <>
      <strong>{title}</strong> {more}
    </>
  );
}
