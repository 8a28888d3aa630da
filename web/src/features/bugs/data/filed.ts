import type { Bug } from '#web/lib/api/specified.ts';
import { createNotifier } from '#web/lib/notifier.ts';

let bug: Bug | undefined;
const { subscribe, notify } = createNotifier();

/** The bug that the user has just filed, for the notice on the list. */
export const filed = {
  subscribe,
  get: () => bug,
  set(last: Bug | undefined): void {
    bug = last;
    notify();
  },
};
