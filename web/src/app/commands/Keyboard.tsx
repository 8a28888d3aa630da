import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { areShortcutsOn, keyNotice, shortcutList } from '#web/lib/keyboard/keyboard-state.ts';
import { listen, useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { openable } from '#web/lib/keyboard/openable.tsx';
import type { Shortcut } from '#web/lib/keyboard/shortcut.ts';
import { printPage } from '#web/lib/printing.ts';
import { ActionNotice, NoticeRegion } from '#web/ui/ActionNotice.tsx';
import { extensions } from '#web/app/extensions.ts';
import { texts } from '#web/app/texts.ts';
import styles from './Keyboard.module.css';

const shortcuts: readonly Shortcut[] = [
  ...extensions.shortcuts,
  { keys: '?', label: texts.showShortcuts },
  { keys: 'Ctrl+p', label: texts.print },
];

const ShortcutDialog = openable(
  async () => (await import('#web/lib/keyboard/ShortcutDialog.tsx')).ShortcutDialog,
);

/** The shortcuts of every feature, for signed-in users. */
export function Keyboard() {
  const router = useRouter();
  const isOpen = useSyncExternalStore(shortcutList.subscribe, shortcutList.get);
  useShortcuts({ '?': () => shortcutList.show(true), 'Ctrl+p': () => void printPage() });
  useEffect(
    () => listen({ shortcuts, isOn: areShortcutsOn, go: (href) => router.navigate({ href }) }),
    [router],
  );
  useEffect(() => () => shortcutList.show(false), []);
  return (
    <>
      {isOpen && (
        <ShortcutDialog
          shortcuts={shortcuts}
          path={router.latestLocation.pathname}
          onClose={() => shortcutList.show(false)}
        />
      )}
      <KeyNotice />
    </>
  );
}

/** Why a key did nothing, shown on any page. */
function KeyNotice() {
  const notice = useSyncExternalStore(keyNotice.subscribe, keyNotice.get);
  useEffect(() => () => keyNotice.show(undefined), []);
  return (
    <NoticeRegion className={styles.place} id="key-notices">
      {notice && (
        <ActionNotice
          // Announced again, and shown for its full time, if the same key is pressed again.
          key={notice.id}
          isFailure={notice.isFailure === true}
          closesItself
          onClose={() => keyNotice.show(undefined)}
        >
          {notice.isFailure ? <span role="alert">{notice.text}</span> : notice.text}
        </ActionNotice>
      )}
    </NoticeRegion>
  );
}
