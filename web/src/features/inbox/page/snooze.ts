import { languageLocale, locale } from '#web/language/language.ts';
import { maxSnoozeDays } from '#contract/conversation/inbox.ts';
import { texts } from '#web/features/inbox/texts.ts';

type SnoozeName = 'laterToday' | 'tomorrow' | 'nextWeek';

export interface SnoozeChoice {
  readonly name: SnoozeName;
  readonly at: Date;
}

/** The hour at which a snooze until a day ends. */
const morning = 9;
const hour = 3_600_000;

/** The usual snooze times: in three hours, tomorrow morning, and Monday morning. */
export function snoozeChoices(now: Date): readonly SnoozeChoice[] {
  const later = new Date(now.getTime() + 3 * hour);
  later.setMinutes(0, 0, 0);
  // Monday to Sunday; on a Monday, the next Monday.
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  return [
    // Late in the evening, there is no "later today".
    ...(later.getDate() === now.getDate() ? [{ name: 'laterToday', at: later } as const] : []),
    { name: 'tomorrow', at: morningIn(now, 1) },
    ...(untilMonday === 1 ? [] : [{ name: 'nextWeek', at: morningIn(now, untilMonday) } as const]),
  ];
}

/** The morning a number of days from now. */
export function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
}

/** The reason why a time is invalid for a snooze; undefined if it is valid. */
export function snoozeProblem(at: Date, now: Date): string | undefined {
  // An incomplete date counts as no date.
  if (Number.isNaN(at.getTime()) || at <= now) return texts.pickFuture;
  if (at.getTime() > now.getTime() + maxSnoozeDays * 24 * hour) return texts.pickSooner;
  return undefined;
}

const weekday = new Intl.DateTimeFormat(languageLocale, { weekday: 'short' });
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** An option with its time, as in "Tomorrow (Tue, 9:00)". */
export function snoozeLabel({ name, at }: SnoozeChoice): string {
  return `${texts.snoozeUntil[name]} (${weekday.format(at)}, ${time.format(at)})`;
}

/** A moment as the value of a date-and-time input, in the browser's time zone. */
export function asFieldValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** The text of a moment. */
export function momentText(at: string): string {
  return moment.format(new Date(at));
}
