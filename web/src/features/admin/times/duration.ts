import { locale } from '#web/language/language.ts';

const figures = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A duration in milliseconds as text, in seconds from one second on; the units are the same in every language. */
export function formatDuration(ms: number): string {
  // What would be rounded up to a thousand is a second.
  return ms < 999.95 ? `${figures.format(ms)} ms` : `${figures.format(ms / 1000)} s`;
}
