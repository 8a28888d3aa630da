import { useSyncExternalStore } from 'react';
import { isZone } from '#contract/query/days.ts';
import { inLanguage, languageLocale } from '#web/language/language.ts';
import { ExactTime } from '#web/ui/Time.tsx';

const justNow = inLanguage({ en: 'a moment ago', de: 'gerade eben' });
const format = new Intl.RelativeTimeFormat(languageLocale, { numeric: 'always' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365.25 * day;
const month = year / 12;

/** The time since a moment in whole minutes, hours, days, months or years. Both parameters in milliseconds since 1970. */
export function timeAgo(at: number, now = Date.now()): string {
  const age = Math.max(0, now - at);
  if (age < minute) return justNow;
  if (age < hour) return format.format(-Math.floor(age / minute), 'minute');
  if (age < day) return format.format(-Math.floor(age / hour), 'hour');
  if (age < month) return format.format(-Math.floor(age / day), 'day');
  if (age < year) return format.format(-Math.floor(age / month), 'month');
  return format.format(-Math.floor(age / year), 'year');
}

/** The time since a moment, with the exact time on hover, updated every minute. `value` is ISO 8601. */
export function Ago({ value }: { value: string }) {
  const now = useSyncExternalStore(everyMinute, wholeMinutes, wholeMinutes);
  if (value === '') return null;
  return <ExactTime value={value}>{timeAgo(Date.parse(value), Math.max(now, Date.parse(value)))}</ExactTime>;
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
}

/** The start of the current minute: a snapshot must be stable between changes. */
function wholeMinutes(): number {
  return Math.floor(Date.now() / minute) * minute;
}

const pattern = /^since-(\d{1,15})$/;

/** The fragment of a bug's URL: the moment after which its timeline is new. */
export const sinceAnchor = {
  /** The hash for an ISO 8601 moment; empty without one. */
  of: (at: string | null) => (at === null ? '' : `since-${Date.parse(at)}`),
  /** The ISO 8601 moment in a fragment; undefined if it does not have this form. */
  in(hash: string): string | undefined {
    const milliseconds = Number(pattern.exec(hash)?.[1]);
    return milliseconds <= 8.64e15 ? new Date(milliseconds).toISOString() : undefined;
  },
};

/** The name of the browser's time zone. */
export function timeZone(): string {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(zone) ? zone : 'UTC';
}
