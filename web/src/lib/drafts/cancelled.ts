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

/** The form cancelled last, only in the page's memory. */
export const cancelledForm = { get: () => cancelled, subscribe };
/** The form whose cancellation was undone, until it is open again. */
export const resumedForm = { get: () => resumed, subscribe };

/** Holds the values of a cancelled form for {@link noticeShownFor}. */
export function noteCancelled(form: Cancelled): void {
  set(form, undefined);
  timer = setTimeout(forgetCancelled, noticeShownFor);
}

/** Ends the period in which cancelling can be undone. */
export function forgetCancelled(): void {
  if (cancelled) set(undefined, resumed);
}

/** Restores the values in their form, at once if it is open, else when it is next opened. */
export function undoCancel(): void {
  set(undefined, cancelled);
}

/** Called when the form is open again. */
export function forgetResumed(): void {
  if (resumed) set(cancelled, undefined);
}

function set(nextCancelled: Cancelled | undefined, nextResumed: Cancelled | undefined): void {
  clearTimeout(timer);
  cancelled = nextCancelled;
  resumed = nextResumed;
  notify();
}
