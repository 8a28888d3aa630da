import { sinceHeader } from '#contract/live.ts';
import { createNotifier } from '#web/lib/notifier.ts';

let earliest: number | undefined;
const earlier = createNotifier();

/** The position from which a live stream misses nothing after the responses so far; undefined before the first one. */
export function earliestSince(): number | undefined {
  return earliest;
}

/** The position of a response among all changes, from its header. */
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

/** Calls `listener` for each response older than all previous ones. Returns the function that stops this. */
export const onEarlierSince = earlier.subscribe;
