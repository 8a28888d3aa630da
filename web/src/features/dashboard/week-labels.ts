import { locale } from '#web/language/language.ts';

/* Weeks are those of UTC, in every time zone. */
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' });

/** A day as people write it, without the year. `value` is as in 2026-11-21. */
export function dayLabel(value: string): string {
  return day.format(new Date(value));
}
