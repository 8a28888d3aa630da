/** A set of listeners with a function that calls them. */
export function createNotifier<Args extends readonly unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    /** Calls `listener` at each notification from now on. Returns the function that stops this. */
    subscribe(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...args: Args): void {
      for (const listener of listeners) listener(...args);
    },
  };
}

/** The open state of a part of the application that pages can also open. */
interface OpenState {
  get: () => boolean;
  show: (open: boolean) => void;
  /** Calls `listener` when it is opened or closed. Returns the function that stops this. */
  subscribe: (listener: () => void) => () => void;
}

/** Begins closed. */
export function openState(): OpenState {
  let isOpen = false;
  const { subscribe, notify } = createNotifier();
  return {
    get: () => isOpen,
    show(open) {
      isOpen = open;
      notify();
    },
    subscribe,
  };
}
