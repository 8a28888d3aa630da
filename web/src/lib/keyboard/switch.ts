import { createNotifier } from '#web/lib/notifier.ts';

const key = 'shortcuts';
const turned = createNotifier();

/** For when the browser refuses storage: the choice then lasts as long as the page. */
let inMemory = true;

/** Whether single keys do anything. A person whose voice or hand presses keys by chance turns them off. */
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

/** Calls `listener` when they are turned on or off. Returns the way to stop. */
export const onShortcutsTurned = turned.subscribe;
