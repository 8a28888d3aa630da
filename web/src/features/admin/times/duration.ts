import { locale } from '#web/language/language.ts';

const figures = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A duration of so many milliseconds as people read it, in seconds from one on; the units are written alike everywhere. */
export function formatDuration(ms: number): string {
  // What would be rounded up to a thousand is a second.
  return ms < 999.95 ? `${figures.format(ms)} ms` : `${figures.format(ms / 1000)} s`;
}
