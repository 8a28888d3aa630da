import { openState } from '#web/lib/notifier.ts';

/** The list of shortcuts. */
export const shortcutList = openState();
