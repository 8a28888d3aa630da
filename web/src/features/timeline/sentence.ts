import { bugFields } from '#contract/bugs/bug-fields.ts';
import type { BugField } from '#contract/bugs/field.ts';
import type { FieldChange } from '#contract/bugs/history.ts';
import { listed } from '#web/language/language.ts';
import { type BugFieldView, fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { texts } from './texts.ts';

/** Whether a field is a text, whose difference an entry shows. */
export function isProse(change: FieldChange): change is Extract<FieldChange, { from: string }> {
  const field: BugField = bugFields[change.field];
  return field.isProse === true;
}

/** The predicate of an entry's sentence, after its user's name. Changed texts are only named. */
export function sentenceOf(changes: readonly FieldChange[], fields: readonly BugFieldView[]): string {
  if (changes.length === 0) return texts.filed;
  const views = changes.map((change) => ({ change, view: fieldNamed(fields, change.field) }));
  const plain = views
    .filter(({ view }) => !view.changeText)
    .map(({ change, view }) => phraseOf(change, view));
  const ownTexts = views.flatMap(({ change, view }) => view.changeText?.(change.from, change.to) ?? []);
  return [...(plain.length > 0 ? [texts.changed(listed(plain))] : []), ...ownTexts].join('; ');
}

function phraseOf(change: FieldChange, { label, text }: BugFieldView): string {
  const names: Readonly<Record<string, string>> = texts.named;
  const named = names[change.field] ?? label;
  return isProse(change) ? named : texts.fromTo(named, text(change.from), text(change.to));
}
