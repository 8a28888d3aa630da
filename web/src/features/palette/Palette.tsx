import { useRouter } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Command } from '#web/lib/feature.ts';
import { holdKeysWhile } from '#web/lib/keyboard/held-keys.ts';
import { actionFor } from '#web/lib/keyboard/keyboard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { shortcutOf } from '#web/ui/keys.ts';
import { Combobox } from './Combobox.tsx';
import { addressOf, type Entry, type KnownBugs, type Recent } from './data.ts';
import { manifestTexts } from './extensions.ts';
import styles from './palette.module.css';

interface Props {
  commands: readonly Command[];
  recent: readonly Recent[];
  knownBugs: KnownBugs;
  onClose: () => void;
}

/** Finds commands and bugs, and runs or opens the chosen one. On closing, the focus returns to where it was. */
export function Palette({ commands, recent, knownBugs, onClose }: Props) {
  const router = useRouter();

  function choose(entry: Entry, inNewTab: boolean) {
    const address = addressOf(entry);
    if (inNewTab && address !== undefined) {
      onClose();
      window.open(router.history.createHref(address), '_blank', 'noopener');
      return;
    }
    // Closed first, so that the chosen command finds the focus where it was, and can set it.
    flushSync(onClose);
    const action = entry.command?.keys === undefined ? undefined : actionFor(entry.command.keys);
    if (action) action(false);
    else if (address !== undefined) open(address);
    else if (entry.command && 'run' in entry.command.does) entry.command.does.run();
  }

  function open(address: string) {
    const opened = router.navigate({ href: address });
    // Keys typed from now on are for the field in the address's fragment.
    if (address.includes('#')) holdKeysWhile(opened);
  }

  function closeByItsKey(event: KeyboardEvent) {
    if (shortcutOf(event) !== 'Ctrl+k') return;
    event.preventDefault();
    onClose();
  }

  return (
    <Dialog
      className={styles.palette}
      aria-label={manifestTexts.open}
      onClose={onClose}
      onKeyDown={closeByItsKey}
    >
      <Combobox
        commands={commands}
        recent={recent}
        knownBugs={knownBugs}
        onChoose={choose}
        onClose={onClose}
        onHighlight={(entry) => {
          const to = entry ? addressOf(entry) : undefined;
          if (to !== undefined) void router.preloadRoute({ to }).catch(() => undefined);
        }}
      />
    </Dialog>
  );
}
