import { locale } from '#web/language/language.ts';

const figures = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a duration in milliseconds, in seconds from one second up. The units are the same in every language. */
export function formatDuration(ms: number): string {
  // What would round up to 1000 ms is shown as a second.
  return ms < 999.95 ? `${figures.format(ms)} ms` : `${figures.format(ms / 1000)} s`;
}
