import { useSyncExternalStore } from 'react';
import {
  type InboxItem,
  type Reason,
  namingReasons,
  reasons as allReasons,
} from '#contract/conversation/inbox.ts';
import { languageLocale } from '#web/language/language.ts';
import { type InboxFilter, momentIn } from '#web/features/inbox/inbox-pages.ts';
import { texts } from '#web/features/inbox/texts.ts';

const day = 86_400_000;

/** The calendar day of a moment, as in `2026-11-23`, in a time zone, by default the browser's. */
export function dayOf(at: Date, timeZone?: string): string {
  return dayFormat(timeZone).format(at);
}

/** The name of a day relative to another one: today, yesterday, tomorrow, a weekday of the last week, or the date. */
export function dayName(of: string, today: string): string {
  const [date, now] = [new Date(of), new Date(today)];
  const age = (now.getTime() - date.getTime()) / day;
  if (age === 0) return texts.today;
  if (age === 1) return texts.yesterday;
  if (age === -1) return texts.tomorrow;
  // The coming days are named by date, because weekdays refer to the last week.
  if (age > 0 && age < 7) return formats.weekday.format(date);
  return (date.getUTCFullYear() === now.getUTCFullYear() ? formats.date : formats.year).format(date);
}

export type Line =
  | { readonly heading: string; readonly day: string }
  | { readonly item: InboxItem; readonly place: number };

/** The rows of a list with a heading for each day of the latest changes, or of the ends of snoozes. */
export function byDays(
  rows: readonly InboxItem[],
  filter: Pick<InboxFilter, 'state'>,
  { today, timeZone }: { today: string; timeZone?: string },
): readonly Line[] {
  let last: string | undefined;
  return rows.flatMap((item, place): Line[] => {
    const of = dayOf(new Date(momentIn(filter, item)), timeZone);
    const heading = of === last ? [] : [{ heading: dayName(of, today), day: of }];
    last = of;
    return [...heading, { item, place }];
  });
}

// Days are compared and named by their start in UTC, where each has 24 hours.
const inUtc = { timeZone: 'UTC' } as const;
const formats = {
  weekday: new Intl.DateTimeFormat(languageLocale, { ...inUtc, weekday: 'long' }),
  date: new Intl.DateTimeFormat(languageLocale, { ...inUtc, weekday: 'long', day: 'numeric', month: 'long' }),
  year: new Intl.DateTimeFormat(languageLocale, { ...inUtc, day: 'numeric', month: 'long', year: 'numeric' }),
};

const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Formatters are slow to create. */
function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  // This locale formats dates as ISO 8601.
  const made = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  });
  dayFormats.set(timeZone, made);
  return made;
}

const minute = 60_000;

/** The current day; it changes at midnight. */
export function useToday(): string {
  return useSyncExternalStore(everyMinute, today, today);
}

const today = () => dayOf(new Date());

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
}

/** The reasons why the bug is in the inbox, except those that its sentences already state. */
export function reasonsBeside({ news, reasons, relations }: InboxItem): readonly Reason[] {
  const kinds = new Set(news.by.flatMap(({ actions }) => actions.map(({ is }) => is)));
  const isSaid = (reason: Reason) =>
    reason === 'assigned'
      ? kinds.has('assigned')
      : reason === 'mentioned' && (kinds.has('mentioned') || kinds.has('asked'));
  const named = namingReasons.filter((reason) => reasons.includes(reason));
  return allReasons.filter(
    (reason) => ([...named, ...relations] as readonly Reason[]).includes(reason) && !isSaid(reason),
  );
}
