import { useSyncExternalStore } from 'react';
import { manifestTexts } from '#web/features/palette/extensions.ts';
import { keyNames } from '#web/lib/keyboard/shortcut.ts';
import { SearchIcon } from '#web/ui/icons.tsx';
import { openPalette, paletteOpen } from '#web/app/commands/palette-open.ts';
import styles from './bar.module.css';

const keys = keyNames('Ctrl+k').join('+');
const name = `${manifestTexts.open} ${keys}`;

/** Opens the command palette, and shows its key if there is room. */
export function PaletteButton() {
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
