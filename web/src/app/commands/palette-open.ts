import { actionFor } from '#web/lib/keyboard/keyboard.ts';
import { nameOf, type Shortcut } from '#web/lib/keyboard/shortcut.ts';
import { openState } from '#web/lib/notifier.ts';
import { extensions } from '#web/app/extensions.ts';

/** Whether the command palette is open. Its key and a button of the bar open it. */
export const paletteOpen = openState();

/** A command of the page, by the name under which the page registers its action. */
interface Offered extends Pick<Shortcut, 'label' | 'words' | 'isLast'> {
  readonly name: string;
  readonly keys?: string;
}

/** The commands of pages, without the palette's own shortcut. */
const ofPages: readonly Offered[] = [
  ...extensions.pageCommands,
  ...extensions.shortcuts
    .filter(({ keys, to }) => to === undefined && keys !== 'Ctrl+k')
    .map((shortcut) => ({ ...shortcut, name: nameOf(shortcut) })),
];

let offered: readonly Offered[] = [];

/** Opens the palette and stores what the page offers at this moment, which cannot be queried during rendering. */
export function openPalette(): void {
  offered = ofPages.filter(({ name }) => actionFor(name));
  paletteOpen.show(true);
}

/** The commands for which the page had something to do when the palette was opened. */
export function commandsOffered(): readonly Offered[] {
  return offered;
}
