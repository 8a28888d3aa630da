import type { Priority, Status } from '#contract/bugs/bug-fields.ts';
import { texts } from '#web/lib/texts.ts';

/* The labels of a bug's fields and values on every screen. */

export const statusLabels: Record<Status, string> = texts.status;
export const priorityLabels: Record<Priority, string> = texts.priority;

/** The label of a value; an unknown value of another back end is its own label. */
export function labelOf<Value extends string>(labels: Record<Value, string>, value: Value): string {
  return (labels as Partial<Record<Value, string>>)[value] ?? value;
}

export const fieldLabels = texts.field;
export const { unassigned } = texts;
