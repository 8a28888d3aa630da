/** Whether something is open that stands in the application and is opened from pages too. */
export interface OpenState {
  get: () => boolean;
  show: (open: boolean) => void;
  /** Calls `listener` when it is opened or closed. Returns the way to stop. */
  subscribe: (listener: () => void) => () => void;
}

/** Begins closed. */
export function openState(): OpenState {
  let isOpen = false;
  const listeners = new Set<() => void>();
  return {
    get: () => isOpen,
    show(open) {
      isOpen = open;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
