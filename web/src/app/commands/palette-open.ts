import { actionFor } from '#web/lib/keyboard/keyboard.ts';
import { nameOf, type Shortcut } from '#web/lib/keyboard/shortcut.ts';
import { openState } from '#web/lib/notifier.ts';
import { extensions } from '#web/app/extensions.ts';

/** The command palette: its key opens it, and the bar. */
export const paletteOpen = openState();

/** Without the palette's own shortcut. */
const ofPages = extensions.shortcuts.filter(({ keys, to }) => to === undefined && keys !== 'Ctrl+k');

let offered: readonly Shortcut[] = [];

/** Opens the palette and stores what the page offers at this moment, which cannot be queried during rendering. */
export function openPalette(): void {
  offered = ofPages.filter((shortcut) => actionFor(nameOf(shortcut)));
  paletteOpen.show(true);
}

/** The shortcuts for which the page had something to do when the palette was opened. */
export function shortcutsOffered(): readonly Shortcut[] {
  return offered;
}
