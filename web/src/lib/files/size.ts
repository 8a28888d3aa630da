import { locale } from '#web/language/language.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const formats = units.map(
  (unit) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumSignificantDigits: 3,
      maximumFractionDigits: 0,
      // All digits before the point: up to 1,023 are in the same unit.
      roundingPriority: 'morePrecision',
    }),
);

/** A number of bytes in the browser's locale, in units of 1,024 like the server's limits. */
export function formatSize(bytes: number): string {
  let unit = 0;
  let count = bytes;
  // A value that rounds to 1,024 is shown in the next unit.
  while (Math.round(count) >= 1024 && unit < units.length - 1) {
    count /= 1024;
    unit += 1;
  }
  return formats[unit]?.format(count) ?? '';
}
