import type { BugFieldView } from '#web/lib/bug-field.ts';
import { assignedTo } from './assignee.tsx';
import { priority, status } from './choices.tsx';
import { description, title } from './prose.tsx';

/** How screens show the fields that the specification has. */
export const bugFieldViews: readonly BugFieldView[] = [title, description, status, priority, assignedTo];
