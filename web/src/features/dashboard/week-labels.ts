import { locale } from '#web/language/language.ts';

/* Weeks are in UTC, in every time zone. */
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' });

/** A day in the user's format, without the year. `value` is like 2026-11-21. */
export function dayLabel(value: string): string {
  return day.format(new Date(value));
}
