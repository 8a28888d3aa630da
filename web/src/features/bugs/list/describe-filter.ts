import type { UserRef } from '#contract/users.ts';
import { listed } from '#web/language/language.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { fieldLabels, priorityLabels, statusLabels } from '#web/lib/bug-labels.ts';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { listTexts } from './texts.ts';

/** The filter and search of a list in words: `“text”, Status: Open and Assigned To: Me`. */
export function describeFilter(
  { status, priority, assignedTo, createdBy }: BugFilter,
  text: string,
  users: readonly UserRef[],
): string {
  const fields = [
    [fieldLabels.status, status && statusLabels[status]],
    [fieldLabels.priority, priority && priorityLabels[priority]],
    [fieldLabels.assignedTo, nameOf(assignedTo, users)],
    [fieldLabels.createdBy, nameOf(createdBy, users)],
  ] as const;
  const chosen = fields.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));
  return listed(text === '' ? chosen : [formTexts.quoted(text), ...chosen]);
}

function nameOf(person: string | undefined, users: readonly UserRef[]): string | undefined {
  if (person === undefined) return undefined;
  if (person === 'me') return listTexts.me;
  if (person === 'none') return listTexts.nobody;
  return users.find(({ _id }) => _id === person)?.name ?? listTexts.somebodyElse;
}
