import type { MailSettings } from '#contract/conversation/mail.ts';
import { type WallClock, wallClockOf } from '#contract/query/days.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The moment at which clocks in a time zone show this hour of a day (given by its midnight in UTC). A skipped hour is
 * replaced by the one after it; of a repeated one, the first counts.
 */
function momentOf(midnight: number, hour: number, clockAt: WallClock): number {
  const wanted = midnight + hour * 60 * minute;
  const offsetAt = (at: number) => clockAt(at) - at;
  const before = offsetAt(wanted - day);
  const after = offsetAt(wanted + day);
  const fits = [wanted - before, wanted - after]
    .filter((at) => clockAt(at) === wanted)
    .toSorted((a, b) => a - b);
  return fits[0] ?? wanted - before;
}

/** When the next digest is due: the next time that the user's clock shows the hour, on the weekday of a weekly one. */
export function nextDigest(
  now: Date,
  { digest, hour, weekday, timeZone }: Pick<MailSettings, 'digest' | 'hour' | 'weekday' | 'timeZone'>,
): Date {
  const clockAt = wallClockOf(timeZone);
  const today = Math.floor(clockAt(now.getTime()) / day) * day;
  for (let midnight = today; ; midnight += day) {
    const isDay = digest === 'daily' || (new Date(midnight).getUTCDay() || 7) === weekday;
    const at = momentOf(midnight, hour, clockAt);
    if (isDay && at > now.getTime()) return new Date(at);
  }
}
