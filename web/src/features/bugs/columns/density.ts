import { useSyncExternalStore } from 'react';
import { createNotifier } from '#web/lib/notifier.ts';

/** The height of the rows of lists. */
export type Density = 'normal' | 'compact';

const key = 'list-density';
const changed = createNotifier();
let density: Density = stored();

function stored(): Density {
  try {
    return localStorage.getItem(key) === 'compact' ? 'compact' : 'normal';
  } catch {
    return 'normal';
  }
}

/** Chooses the density of all lists in this browser. */
export function chooseDensity(chosen: Density): void {
  density = chosen;
  try {
    if (chosen === 'normal') localStorage.removeItem(key);
    else localStorage.setItem(key, chosen);
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
  changed.notify();
}

/** The density of lists, which is stored in this browser. */
export function useDensity(): Density {
  return useSyncExternalStore(changed.subscribe, () => density);
}
