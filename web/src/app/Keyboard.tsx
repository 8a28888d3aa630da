import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { listen } from '#web/lib/keyboard/keyboard.ts';
import type { Shortcut } from '#web/lib/keyboard/shortcut.ts';
import { isShortcutListOpen, onShortcutList, showShortcutList } from '#web/lib/keyboard/shortcut-list.ts';
import { areShortcutsOn } from '#web/lib/keyboard/switch.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { features } from './features.ts';
import { texts } from './texts.ts';

const shortcuts: readonly Shortcut[] = [
  ...features.flatMap((feature) => feature.shortcuts ?? []),
  { keys: '?', label: texts.showShortcuts },
];

const ShortcutDialog = lazy(async () => ({
  default: (await import('#web/lib/keyboard/ShortcutDialog.tsx')).ShortcutDialog,
}));

/** The shortcuts of every feature, for the signed-in. */
export function Keyboard() {
  const router = useRouter();
  const isOpen = useSyncExternalStore(onShortcutList, isShortcutListOpen);
  useShortcuts({ '?': () => showShortcutList(true) });
  useEffect(
    () => listen({ shortcuts, isOn: areShortcutsOn, go: (address) => router.history.push(address) }),
    [router],
  );
  useEffect(() => () => showShortcutList(false), []);
  return (
    isOpen && (
      <Suspense>
        <ShortcutDialog shortcuts={shortcuts} onClose={() => showShortcutList(false)} />
      </Suspense>
    )
  );
}
