import { bugFields } from '#contract/bug-fields.ts';
import type { BugField } from '#contract/field.ts';
import type { FieldChange } from '#contract/history.ts';
import { listed } from '#web/language/language.ts';
import { type BugFieldView, fieldNamed } from '#web/lib/bug-field.ts';
import { texts } from './texts.ts';

/** Whether a field is a text, of which an entry shows the difference. */
export function isProse(change: FieldChange): change is Extract<FieldChange, { from: string }> {
  const field: BugField = bugFields[change.field];
  return field.isProse === true;
}

/** What was done, to stand behind who did it. Of texts only that they were changed. */
export function sentenceOf(changes: readonly FieldChange[], fields: readonly BugFieldView[]): string {
  return changes.length === 0
    ? texts.filed
    : texts.changed(listed(changes.map((change) => phraseOf(change, fieldNamed(fields, change.field)))));
}

function phraseOf(change: FieldChange, { label, text }: BugFieldView): string {
  return isProse(change) ? label : texts.fromTo(label, text(change.from), text(change.to));
}
