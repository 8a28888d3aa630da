import { createNotifier } from '#web/lib/notifier.ts';
import { noticeShownFor } from '#web/ui/notice-time.ts';
import type { DraftOwner } from './draft-store.ts';

/** The values of a form when it was cancelled. */
export interface Cancelled extends DraftOwner {
  readonly slot: string;
  readonly value: unknown;
}

let cancelled: Cancelled | undefined;
let resumed: Cancelled | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const { subscribe, notify } = createNotifier();

/** The form that was cancelled last. The page holds it in memory only. */
export const cancelledForm = { get: () => cancelled, subscribe };
/** The form whose cancelling was undone, until it is open again. */
export const resumedForm = { get: () => resumed, subscribe };

/** Holds the values of a cancelled form for {@link noticeShownFor}. */
export function noteCancelled(form: Cancelled): void {
  set(form, undefined);
  timer = setTimeout(forgetCancelled, noticeShownFor);
}

/** Ends the time in which cancelling can be undone. */
export function forgetCancelled(): void {
  if (cancelled) set(undefined, resumed);
}

/** Gives the values back to their form, when that is opened next or at once if it is open. */
export function undoCancel(): void {
  set(undefined, cancelled);
}

/** The form is open again. */
export function forgetResumed(): void {
  if (resumed) set(cancelled, undefined);
}

function set(nextCancelled: Cancelled | undefined, nextResumed: Cancelled | undefined): void {
  clearTimeout(timer);
  cancelled = nextCancelled;
  resumed = nextResumed;
  notify();
}
