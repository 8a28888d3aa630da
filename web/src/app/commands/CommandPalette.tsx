import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { cachedBugs } from '#web/features/bugs/data/queries.ts';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { session } from '#web/app/session.ts';
import { useCommands } from './commands.ts';
import { openPalette, paletteOpen } from './palette-open.ts';
import { openedRecently, rememberOpened } from './recent.ts';

const Palette = openable(async () => (await import('#web/features/palette/Palette.tsx')).Palette);
export const loadPalette = Palette.load;

/** The command palette with the commands of every feature, for signed-in users. */
export function CommandPalette() {
  const isOpen = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.get);
  useShortcuts({ 'Ctrl+k': openPalette });
  useEffect(() => () => paletteOpen.show(false), []);
  useRememberOpened();
  return isOpen && <Opened />;
}

function Opened() {
  const commands = useCommands();
  const { _id } = useUser();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Palette
      commands={commands}
      recent={openedRecently(_id, path)}
      knownBugs={cachedBugs}
      onClose={() => paletteOpen.show(false)}
    />
  );
}

/** Stores each page of a bug or a view when the user leaves it, because its bug is known by then. */
function useRememberOpened(): void {
  const { _id } = useUser();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const client = useQueryClient();
  useEffect(() => {
    const leave = () => {
      // Not after signing out, which removes the stored pages.
      if (session.get().status === 'signed-in') rememberOpened(_id, path, cachedBugs(client));
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [_id, path, client]);
}
