import { QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { openPalette, paletteOpen } from '#web/app/commands/palette-open.ts';
import { live, queryClient } from '#web/app/signed-in.ts';
import { texts } from '#web/app/texts.ts';
import { Bell } from '#web/features/inbox/Bell.tsx';
import { manifestTexts } from '#web/features/palette/extensions.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { keyNames } from '#web/lib/keyboard/shortcut.ts';
import { SearchIcon } from '#web/ui/icons.tsx';
import styles from './bar.module.css';

/** The tools of the bar for signed-in users. */
export function BarTools() {
  const hasAdditions = useAdditions();
  return (
    <>
      <PaletteButton />
      {hasAdditions && (
        <QueryClientProvider client={queryClient}>
          <Bell />
        </QueryClientProvider>
      )}
      {hasAdditions && <LiveStatus />}
    </>
  );
}

const keys = keyNames('Ctrl+k').join('+');
const name = `${manifestTexts.open} ${keys}`;

/** Opens the command palette, and shows its key if there is room. */
function PaletteButton() {
  const isOpen = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.get);
  return (
    <button
      type="button"
      className={styles.palette}
      // Contains the visible text, so that users of speech input can name the button by it.
      aria-label={name}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={name}
      onClick={openPalette}
    >
      <SearchIcon />
      <kbd aria-hidden>{keys}</kbd>
    </button>
  );
}

const states = {
  live: texts.live,
  connecting: texts.connecting,
  away: texts.notConnected,
};

/** Whether live updates are connected: a dot, filled while they are. */
function LiveStatus() {
  const state = useSyncExternalStore(live.subscribe, live.get);
  return (
    <div className={styles.live}>
      <span role="img" aria-label={states[state]} title={states[state]} data-state={state} />
    </div>
  );
}
