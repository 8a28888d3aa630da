import { createNotifier } from '#web/lib/notifier.ts';
import type { DraftOwner } from './draft-store.ts';

/** What a form held when it was cancelled. */
export interface Cancelled extends DraftOwner {
  readonly slot: string;
  readonly value: unknown;
}

/** How long it can be taken back, in milliseconds. */
const moment = 8_000;

let cancelled: Cancelled | undefined;
let resumed: Cancelled | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const { subscribe, notify } = createNotifier();

/** Forms that were cancelled a moment ago. It is held by the page alone, and by nothing that outlives it. */
export const cancelledForm = { get: () => cancelled, subscribe };
/** The form whose cancelling was taken back, until it is open again. */
export const resumedForm = { get: () => resumed, subscribe };

/** Holds what a cancelled form held for a moment. */
export function noteCancelled(form: Cancelled): void {
  set(form, undefined);
  timer = setTimeout(forgetCancelled, moment);
}

/** It can no longer be taken back. */
export function forgetCancelled(): void {
  if (cancelled) set(undefined, resumed);
}

/** Hands what was cancelled back to its form, wherever that is opened next or is open now. */
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
