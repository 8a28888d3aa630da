import type { Unit } from './tree.ts';

/* Days are texts like 2026-11-21, which sort as time does. */

const msOfDay = 86_400_000;
/** The years of supported days. In some time zones, their first or last moments are in the year before or after. */
const years = { first: 1900, last: 2999 };

const utcOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (utc: number) => new Date(utc).toISOString().slice(0, 10);

/** Whether the text is a day that exists, in any year of four digits. */
export function isCalendarDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const utc = utcOf(text);
  return !Number.isNaN(utc) && dayOf(utc) === text;
}

/** Whether the text is a day that exists, in the years that queries support. */
export function isDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return isCalendarDay(text) && year >= years.first && year <= years.last;
}

/** Whether the text is the name of a time zone that this engine supports, such as Europe/Berlin. */
export function isZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns the day that is `amount` units away; the last day of the month if the month is too short. */
export function shifted(day: string, amount: number, unit: Unit): string {
  const bounded = (utc: number) =>
    dayOf(Math.max(Date.UTC(years.first, 0), Math.min(Date.UTC(years.last, 11, 31), utc)));
  if (unit === 'd' || unit === 'w') return bounded(utcOf(day) + amount * (unit === 'w' ? 7 : 1) * msOfDay);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const months = year * 12 + month - 1 + amount * (unit === 'y' ? 12 : 1);
  const toYear = Math.max(years.first, Math.min(years.last, Math.floor(months / 12)));
  const toMonth = ((months % 12) + 12) % 12;
  const lastDate = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(toYear, toMonth, Math.min(date, lastDate)));
}

/** A calendar of a time zone. */
export interface Calendar {
  /** The day of a moment. */
  dayAt(moment: Date): string;
  /** The moment at which a day begins, as ISO 8601 in UTC. */
  startOf(day: string): string;
}

/** The local time of a time zone at a moment, as if it were UTC. In milliseconds; the result has whole seconds. */
export type WallClock = (moment: number) => number;

/**
 * Returns the clock of a time zone.
 * @throws RangeError if there is no such zone
 */
export function wallClockOf(zone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment) => {
    const parts = format.formatToParts(moment).map(({ type, value }) => [type, Number(value)] as const);
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = Object.fromEntries(parts);
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

/**
 * Returns the calendar of a time zone.
 * @throws RangeError if there is no such zone
 */
export function calendarOf(zone: string): Calendar {
  const clockAt = wallClockOf(zone);
  const offsetAt = (utc: number) => clockAt(utc) - utc;
  return {
    dayAt: (moment) => dayOf(clockAt(Math.floor(moment.getTime() / 1000) * 1000)),
    startOf(day) {
      const midnight = utcOf(day);
      // The clocks may change on that day, so midnight has the offset of the day before or of the day after.
      const candidates = [offsetAt(midnight - msOfDay), offsetAt(midnight + msOfDay)].map(
        (offset) => midnight - offset,
      );
      // If the clocks go forward at midnight, the day begins at that moment, given by the earlier offset.
      const start = candidates.find((utc) => clockAt(utc) === midnight) ?? candidates[0] ?? midnight;
      return new Date(start).toISOString();
    },
  };
}
