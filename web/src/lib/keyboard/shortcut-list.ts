/** Whether the list of shortcuts is open: it stands in the application and is opened from pages too. */
let isOpen = false;
const listeners = new Set<() => void>();

export function isShortcutListOpen(): boolean {
  return isOpen;
}

/** Opens or closes the list of shortcuts. */
export function showShortcutList(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

/** Calls `listener` when the list is opened or closed. Returns the way to stop. */
export function onShortcutList(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
