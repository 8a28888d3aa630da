import type { FieldChange } from '#contract/history.ts';
import { listed } from '#web/language/language.ts';
import { fieldLabels, priorityLabels, statusLabels, unassigned } from '#web/lib/bug-labels.ts';
import { texts } from './texts.ts';

/** What was done, to stand behind who did it. Of texts only that they were changed. */
export function sentenceOf(changes: readonly FieldChange[]): string {
  return changes.length === 0 ? texts.filed : texts.changed(listed(changes.map(phraseOf)));
}

function phraseOf(change: FieldChange): string {
  const label = fieldLabels[change.field];
  switch (change.field) {
    case 'title':
    case 'description':
      return label;
    case 'status':
      return texts.fromTo(label, statusLabels[change.from], statusLabels[change.to]);
    case 'priority':
      return texts.fromTo(label, priorityLabels[change.from], priorityLabels[change.to]);
    default:
      return texts.fromTo(label, change.from?.name ?? unassigned, change.to?.name ?? unassigned);
  }
}
