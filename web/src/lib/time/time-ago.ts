import { languageLocale } from '#web/language/language.ts';
import { texts } from '#web/lib/texts.ts';

const format = new Intl.RelativeTimeFormat(languageLocale, { numeric: 'always' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365.25 * day;
const month = year / 12;

/** The time since a moment in whole minutes, hours, days, months or years. Both parameters in milliseconds since 1970. */
export function timeAgo(at: number, now = Date.now()): string {
  const age = Math.max(0, now - at);
  if (age < minute) return texts.justNow;
  if (age < hour) return format.format(-Math.floor(age / minute), 'minute');
  if (age < day) return format.format(-Math.floor(age / hour), 'hour');
  if (age < month) return format.format(-Math.floor(age / day), 'day');
  if (age < year) return format.format(-Math.floor(age / month), 'month');
  return format.format(-Math.floor(age / year), 'year');
}
