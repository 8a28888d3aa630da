import { priorities, type Priority, statuses, type Status } from '#contract/bugs.ts';

export const statusLabels: Record<Status, string> = {
  open: 'Open',
  'in-progress': 'In Progress',
  resolved: 'Resolved',
};

export const priorityLabels: Record<Priority, string> = { high: 'High', medium: 'Medium', low: 'Low' };

export const fieldLabels = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  assignedTo: 'Assigned To',
} as const;

export const unassigned = 'Unassigned';

export const statusOptions = statuses.map((value) => ({ value, label: statusLabels[value] }));

/** The most pressing first. */
export const priorityOptions = priorities
  .toReversed()
  .map((value) => ({ value, label: priorityLabels[value] }));
