import { useSyncExternalStore } from 'react';
import { apiHeader } from '#contract/endpoint.ts';
import { createNotifier } from '#web/lib/notifier.ts';

/* Whether the back end offers more than the specified calls, detected from the response with the signed-in user. */

const key = 'additions';

/** The result of this browser's last check, so that screens need not wait. */
let additions = readLast();
let asking: Promise<unknown> | undefined;
const changed = createNotifier<[wasKnown: boolean]>();

/** Whether the back end offers more than the specified calls; undefined while unknown. */
export function additionsOffered(): boolean | undefined {
  return additions;
}

/** Calls `listener` whenever the result changes, with whether it was known before. Returns the unsubscriber. */
export const onAdditionsChanged = changed.subscribe;

/** A hook with the result of `additionsOffered`; false while unknown. */
export function useAdditions(): boolean {
  return useSyncExternalStore(changed.subscribe, additionsOffered) ?? false;
}

/** Detects from a call's response whether the back end has additions. */
export function learnAdditions(answer: Promise<Response>): void {
  const done = learn(answer).finally(() => {
    if (asking === done) asking = undefined;
  });
  asking = done;
}

async function learn(answer: Promise<Response>): Promise<void> {
  try {
    const { ok, status, headers } = await answer;
    // Any other failure may come from a proxy.
    if (ok || status === 404) set(headers.has(apiHeader));
  } catch {
    // The call itself rejects with the same error.
  }
}

/** The running check for additions; undefined if none is running, or the result is known. */
export function additionsBeingAsked(): Promise<unknown> | undefined {
  return additions === undefined ? asking : undefined;
}

function set(next: boolean): void {
  if (additions === next) return;
  const wasKnown = additions !== undefined;
  additions = next;
  try {
    localStorage.setItem(key, String(next));
  } catch {
    // The next page checks again.
  }
  changed.notify(wasKnown);
}

function readLast(): boolean | undefined {
  try {
    const last = localStorage.getItem(key);
    return last === null ? undefined : last === 'true';
  } catch {
    return undefined;
  }
}
