import { sinceHeader } from '#contract/live.ts';
import { createNotifier } from '#web/lib/notifier.ts';

let earliest: number | undefined;
const earlier = createNotifier();

/** Where a live stream has to begin to miss nothing after any answer so far; undefined before the first one. */
export function earliestSince(): number | undefined {
  return earliest;
}

/** The position of an answer among all changes, from its header. */
export function sinceOf(headers: Headers): number | undefined {
  const text = headers.get(sinceHeader);
  return text === null || !/^\d+$/.test(text) ? undefined : Number(text);
}

/** Notes the position of an answer that was read for a session. */
export function noteSince(headers: Headers): void {
  const since = sinceOf(headers);
  if (since === undefined || (earliest !== undefined && earliest <= since)) return;
  earliest = since;
  earlier.notify();
}

/** Forgets the position, when all cached answers are dropped. */
export function forgetSince(): void {
  earliest = undefined;
}

/** Calls `listener` for each answer that is older than all before it. Returns the way to stop. */
export const onEarlierSince = earlier.subscribe;
