import type { Priority, Status } from '#contract/bugs/bug-fields.ts';
import { inLanguage } from '#web/language/language.ts';

const texts = inLanguage({
  en: {
    status: { open: 'Open', 'in-progress': 'In Progress', resolved: 'Resolved' },
    priority: { high: 'High', medium: 'Medium', low: 'Low' },
    field: {
      title: 'Title',
      description: 'Description',
      status: 'Status',
      priority: 'Priority',
      assignedTo: 'Assigned To',
      createdBy: 'Created By',
      createdAt: 'Created At',
    },
    unassigned: 'Unassigned',
  },
  de: {
    status: { open: 'Offen', 'in-progress': 'In Arbeit', resolved: 'Gelöst' },
    priority: { high: 'Hoch', medium: 'Mittel', low: 'Niedrig' },
    field: {
      title: 'Titel',
      description: 'Beschreibung',
      status: 'Status',
      priority: 'Priorität',
      assignedTo: 'Zugewiesen an',
      createdBy: 'Gemeldet von',
      createdAt: 'Gemeldet am',
    },
    unassigned: 'Nicht zugewiesen',
  },
});

/* The labels of a bug's fields and values on every screen. */

export const statusLabels: Record<Status, string> = texts.status;
export const priorityLabels: Record<Priority, string> = texts.priority;

/** The label of a value; an unknown value of another back end is its own label. */
export function labelOf<Value extends string>(labels: Record<Value, string>, value: Value): string {
  return (labels as Partial<Record<Value, string>>)[value] ?? value;
}

export const fieldLabels = texts.field;
export const { unassigned } = texts;
