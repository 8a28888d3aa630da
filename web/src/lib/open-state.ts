import { createNotifier } from './notifier.ts';

/** Whether something is open that stands in the application and is opened from pages too. */
interface OpenState {
  get: () => boolean;
  show: (open: boolean) => void;
  /** Calls `listener` when it is opened or closed. Returns the way to stop. */
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
