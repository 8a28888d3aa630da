import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { cachedBugs } from '#web/features/bugs/data/cached-bugs.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useCommands } from './commands.ts';
import { openPalette, paletteOpen } from './palette-open.ts';

export const loadPalette = () => import('#web/features/palette/Palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

/** The command palette over what every feature offers, for the signed-in. */
export function CommandPalette() {
  const isOpen = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.get);
  useShortcuts({ 'Ctrl+k': openPalette });
  useEffect(() => () => paletteOpen.show(false), []);
  return (
    isOpen && (
      <Suspense>
        <Opened />
      </Suspense>
    )
  );
}

function Opened() {
  const commands = useCommands();
  return <Palette commands={commands} knownBugs={cachedBugs} onClose={() => paletteOpen.show(false)} />;
}
