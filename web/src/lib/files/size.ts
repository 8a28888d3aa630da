import { locale } from '#web/language/language.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const formats = units.map(
  (unit) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumSignificantDigits: 3,
    }),
);

/** A number of bytes as people of the browser's locale read it, in units of a thousand. */
export function formatSize(bytes: number): string {
  // What would be rounded to 1,000 is one of the next unit.
  const unit = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log10(Number(bytes.toPrecision(3)) || 1) / 3)),
  );
  return formats[unit]?.format(bytes / 1000 ** unit) ?? '';
}
