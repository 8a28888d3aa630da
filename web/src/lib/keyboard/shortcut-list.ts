import { openState } from '#web/lib/open-state.ts';

/** The list of shortcuts. */
export const shortcutList = openState();
