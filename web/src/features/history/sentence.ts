import type { FieldChange } from '#contract/history.ts';
import { fieldLabels, priorityLabels, statusLabels, unassigned } from '#web/lib/bug-labels.ts';

const list = new Intl.ListFormat('en');

/** What was done, to stand behind who did it. Of texts only that they were changed. */
export function sentenceOf(changes: readonly FieldChange[]): string {
  return changes.length === 0 ? 'filed this bug' : `changed ${list.format(changes.map(phraseOf))}`;
}

function phraseOf(change: FieldChange): string {
  const label = fieldLabels[change.field];
  switch (change.field) {
    case 'title':
    case 'description':
      return label;
    case 'status':
      return `${label} from ${statusLabels[change.from]} to ${statusLabels[change.to]}`;
    case 'priority':
      return `${label} from ${priorityLabels[change.from]} to ${priorityLabels[change.to]}`;
    default:
      return `${label} from ${change.from?.name ?? unassigned} to ${change.to?.name ?? unassigned}`;
  }
}
