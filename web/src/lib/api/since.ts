import { sinceHeader } from '#contract/live.ts';
import { createNotifier } from '#web/lib/notifier.ts';

let earliest: number | undefined;
const earlier = createNotifier();

/** The position from which a live stream misses nothing after any response so far; undefined before the first one. */
export function earliestSince(): number | undefined {
  return earliest;
}

/** The position of an answer among all changes, from its header. */
export function sinceOf(headers: Headers): number | undefined {
  const text = headers.get(sinceHeader);
  return text === null || !/^\d+$/.test(text) ? undefined : Number(text);
}

/** Records the position of a response. */
export function noteSince(headers: Headers): void {
  const since = sinceOf(headers);
  if (since === undefined || (earliest !== undefined && earliest <= since)) return;
  earliest = since;
  earlier.notify();
}

/** Resets the position, when all cached responses are dropped. */
export function forgetSince(): void {
  earliest = undefined;
}

/** Calls `listener` for each response that is older than all before it. Returns the function that stops this. */
export const onEarlierSince = earlier.subscribe;
