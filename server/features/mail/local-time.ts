import type { MailSettings } from '#contract/conversation/mail.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** The local time in the time zone at a moment. */
function wallClock(at: number, timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = format.formatToParts(at).map(({ type, value }) => [type, Number(value)] as const);
  return Object.fromEntries(parts) as unknown as WallClock;
}

/** How far clocks in the time zone are ahead of UTC. */
function offset(at: number, timeZone: string): number {
  const shown = wallClock(at, timeZone);
  const asUtc = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second);
  return asUtc - Math.floor(at / 1000) * 1000;
}

/**
 * The moment at which clocks in the time zone show this hour of a day (its midnight as UTC has it). An hour that is left out
 * is the one after it; of one that there is twice, the first.
 */
function momentOf(midnight: number, hour: number, timeZone: string): number {
  const wanted = midnight + hour * 60 * minute;
  const before = offset(wanted - day, timeZone);
  const after = offset(wanted + day, timeZone);
  const fits = [wanted - before, wanted - after]
    .filter((at) => at + offset(at, timeZone) === wanted)
    .toSorted((a, b) => a - b);
  return fits[0] ?? wanted - before;
}

/** When the next digest is due: the next time that the user's clock shows the hour, on the weekday of a weekly one. */
export function nextDigest(
  now: Date,
  { digest, hour, weekday, timeZone }: Pick<MailSettings, 'digest' | 'hour' | 'weekday' | 'timeZone'>,
): Date {
  const today = wallClock(now.getTime(), timeZone);
  for (let days = 0; ; days += 1) {
    const midnight = Date.UTC(today.year, today.month - 1, today.day + days);
    const isDay = digest === 'daily' || (new Date(midnight).getUTCDay() || 7) === weekday;
    const at = momentOf(midnight, hour, timeZone);
    if (isDay && at > now.getTime()) return new Date(at);
  }
}
