import { openState } from '#web/lib/open-state.ts';

/** The command palette: its key opens it, and the bar. */
export const paletteOpen = openState();
