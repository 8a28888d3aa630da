import type { Priority, Status } from '#contract/bugs/bug-fields.ts';
import { texts } from '#web/lib/texts.ts';

/* The labels of a bug's fields and values on every screen. */

export const statusLabels: Record<Status, string> = texts.status;
export const priorityLabels: Record<Priority, string> = texts.priority;
export const fieldLabels = texts.field;
export const { unassigned } = texts;
