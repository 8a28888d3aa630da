import { bugsOnChanges } from '#web/features/bugs/data/on-changes.ts';
import { dashboardOnChanges } from '#web/features/dashboard/on-changes.ts';
import { historyOnChanges } from '#web/features/history/on-changes.ts';
import type { OnChanges } from '#web/lib/live/change.ts';

/** What features do when something has changed. */
export const listeners: readonly OnChanges[] = [bugsOnChanges, historyOnChanges, dashboardOnChanges];
