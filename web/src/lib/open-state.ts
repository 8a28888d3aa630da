import { createNotifier } from './notifier.ts';

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
