import { createNotifier } from '#web/lib/notifier.ts';

interface KeyNotice {
  readonly id: number;
  readonly text: string;
  /** Something could not be opened: the notice stays until it is closed. */
  readonly isFailure?: boolean;
}

const { subscribe, notify } = createNotifier();
let shown: KeyNotice | undefined;
let count = 0;

/** Why a key did nothing, on one line; the next notice replaces it. */
export const keyNotice = {
  get: (): KeyNotice | undefined => shown,
  show(next: Omit<KeyNotice, 'id'> | undefined): void {
    count += 1;
    shown = next && { ...next, id: count };
    notify();
  },
  subscribe,
};
