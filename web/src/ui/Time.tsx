import { locale } from '#web/language/language.ts';

/* In digits, for names of months would be in the browser's language among texts that may be in another. */
const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;

/* As `toLocaleDateString()` and `toLocaleString()` write it, in the browser's own zone. Formatters are slow to make and quick to use. */
const formats = {
  time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
  date: new Intl.DateTimeFormat(locale, date),
  'date-time': new Intl.DateTimeFormat(locale, {
    ...date,
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }),
};
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });

/** A moment as people of the browser's locale write it, with the exact one on hover. `value` is ISO 8601; nothing for an empty one. */
export function Time({ value, format }: { value: string; format: keyof typeof formats }) {
  if (value === '') return null;
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
