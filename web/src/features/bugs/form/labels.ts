import { priorities, statuses } from '#contract/bugs.ts';
import type { UserRef } from '#contract/users.ts';
import { listed } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { fieldLabels, priorityLabels, statusLabels, unassigned } from '#web/lib/bug-labels.ts';
import type { BugField, QuickField } from './bug-form.ts';
import { formTexts } from './texts.ts';

export const statusOptions = statuses.map((value) => ({ value, label: statusLabels[value] }));

/** Highest priority first. */
export const priorityOptions = priorities
  .toReversed()
  .map((value) => ({ value, label: priorityLabels[value] }));

/** Users as options of a select. */
export function peopleOptions(users: readonly UserRef[]) {
  return users.map(({ _id, name }) => ({ value: _id, label: name }));
}

export const noAssignee = { value: '', label: unassigned };

/** The possible assignees, with "unassigned" first. */
export function assigneeOptions(users: readonly UserRef[]) {
  return [noAssignee, ...peopleOptions(users)];
}

/** A bug as a sentence names it: by its number, or by its title where bugs have no numbers. */
export function shortName({ number, title }: Bug): string {
  return number === undefined ? formTexts.quoted(title) : `#${number}`;
}

/** The names of fields, as a sentence has them. */
export function fieldList(fields: readonly BugField[]): string {
  return listed(fields.map((field) => fieldLabels[field]));
}

/** What a bug says in a field, as people read it. */
export function valueOf({ status, priority, assignedTo }: Bug, field: QuickField): string {
  if (field === 'status') return statusLabels[status];
  return field === 'priority' ? priorityLabels[priority] : (assignedTo?.name ?? unassigned);
}

/** What a field holds, as people read it. */
export function valueLabel(field: BugField, value: string, users: readonly UserRef[]): string {
  if (field === 'assignedTo') {
    return value === ''
      ? unassigned
      : (users.find(({ _id }) => _id === value)?.name ?? formTexts.somebodyElse);
  }
  const options = field === 'status' ? statusOptions : field === 'priority' ? priorityOptions : [];
  return options.find((option) => option.value === value)?.label ?? value;
}
