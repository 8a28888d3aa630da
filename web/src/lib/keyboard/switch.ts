import { createNotifier } from '#web/lib/notifier.ts';

const key = 'shortcuts';
const turned = createNotifier();

/** The choice if the browser refuses storage: it then lasts as long as the page. */
let inMemory = true;

/**
 * Whether single-key shortcuts are on. Users who trigger keys by accident, by speech input or by hand, turn them off.
 */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return inMemory;
  }
}

/** Enables or disables shortcuts, permanently in this browser. */
export function turnShortcuts(on: boolean): void {
  inMemory = on;
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // The page remembers it.
  }
  turned.notify();
}

/** Calls `listener` when they are turned on or off. Returns the function that stops this. */
export const onShortcutsTurned = turned.subscribe;
