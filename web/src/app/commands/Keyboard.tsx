import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { listen } from '#web/lib/keyboard/keyboard.ts';
import type { Shortcut } from '#web/lib/keyboard/shortcut.ts';
import { shortcutList } from '#web/lib/keyboard/shortcut-list.ts';
import { areShortcutsOn } from '#web/lib/keyboard/switch.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { extensions } from '#web/app/extensions.ts';
import { paletteOpen } from './palette-open.ts';
import { texts } from '#web/app/texts.ts';

const shortcuts: readonly Shortcut[] = [...extensions.shortcuts, { keys: '?', label: texts.showShortcuts }];

const ShortcutDialog = lazy(async () => ({
  default: (await import('#web/lib/keyboard/ShortcutDialog.tsx')).ShortcutDialog,
}));

/** Shortcuts are off while the palette loads, which then gets the typed text. */
const areOn = () => areShortcutsOn() && !paletteOpen.get();

/** The shortcuts of every feature, for the signed-in. */
export function Keyboard() {
  const router = useRouter();
  const isOpen = useSyncExternalStore(shortcutList.subscribe, shortcutList.get);
  useShortcuts({ '?': () => shortcutList.show(true) });
  useEffect(
    () => listen({ shortcuts, isOn: areOn, go: (address) => router.history.push(address) }),
    [router],
  );
  useEffect(() => () => shortcutList.show(false), []);
  return (
    isOpen && (
      <Suspense>
        <ShortcutDialog shortcuts={shortcuts} onClose={() => shortcutList.show(false)} />
      </Suspense>
    )
  );
}
