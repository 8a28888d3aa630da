import type { Priority, Status } from '#contract/bugs.ts';

/* What every screen calls the fields of a bug and what they hold. */

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
