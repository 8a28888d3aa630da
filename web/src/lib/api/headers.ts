import { sinceHeader } from '#contract/live.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import { languageLocale } from '#web/language/language.ts';

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

/** The seconds until the next try, from `Retry-After` (seconds or an HTTP date). Undefined without one. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1_000));
}

const words = new Intl.RelativeTimeFormat(languageLocale, { numeric: 'always' });

/** A number of seconds from now as text, as in "in 12 minutes", rounded up, so that no retry is too early. */
export function inWords(seconds: number): string {
  if (seconds <= 60) return words.format(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= 3_600) return words.format(Math.ceil(seconds / 60), 'minute');
  return words.format(Math.ceil(seconds / 3_600), 'hour');
}
