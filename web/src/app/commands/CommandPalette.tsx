import { useEffect, useSyncExternalStore } from 'react';
import { cachedBugs } from '#web/features/bugs/data/queries.ts';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useCommands } from './commands.ts';
import { openPalette, paletteOpen } from './palette-open.ts';

const Palette = openable(async () => (await import('#web/features/palette/Palette.tsx')).Palette);
export const loadPalette = Palette.load;

/** The command palette over what every feature offers, for the signed-in. */
export function CommandPalette() {
  const isOpen = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.get);
  useShortcuts({ 'Ctrl+k': openPalette });
  useEffect(() => () => paletteOpen.show(false), []);
  return isOpen && <Opened />;
}

function Opened() {
  const commands = useCommands();
  return <Palette commands={commands} knownBugs={cachedBugs} onClose={() => paletteOpen.show(false)} />;
}
