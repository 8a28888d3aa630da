import { locale } from '#web/language/language.ts';

/* The browser's own zone. Formatters are slow to make and quick to use. */
const formats = {
  time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
  date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
  'date-time': new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
};
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });

/** A moment as people write it, with the exact one on hover. `value` is ISO 8601. */
export function Time({ value, format }: { value: string; format: keyof typeof formats }) {
  return <ExactTime value={value}>{formats[format].format(new Date(value))}</ExactTime>;
}

/** A moment in other words, with the exact one on hover. */
export function ExactTime({ value, children }: { value: string; children: string }) {
  return (
    <time dateTime={value} title={exact.format(new Date(value))}>
      {children}
    </time>
  );
}
