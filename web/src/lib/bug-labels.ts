import type { Priority, Status } from '#contract/bugs.ts';
import { texts } from './texts.ts';

/* What every screen calls the fields of a bug and what they hold. */

export const statusLabels: Record<Status, string> = texts.status;
export const priorityLabels: Record<Priority, string> = texts.priority;
export const fieldLabels = texts.field;
export const { unassigned } = texts;
