import { locale } from '#web/language/language.ts';

/* Numeric, because month names would be in the browser's language among texts that may be in another. */
const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
const minute = { ...date, hour: 'numeric', minute: 'numeric' } as const;

/*
 * The formats of `toLocaleDateString()` and `toLocaleString()`, in the browser's time zone; `minute` omits the seconds.
 * Created once: creating a formatter is slow, using it is fast.
 */
const formats = {
  time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
  date: new Intl.DateTimeFormat(locale, date),
  minute: new Intl.DateTimeFormat(locale, minute),
  'date-time': new Intl.DateTimeFormat(locale, { ...minute, second: 'numeric' }),
};
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });

/**
 * A moment in the format of the browser's locale, with the exact one on hover. `value` is ISO 8601; renders nothing for
 * an empty one.
 */
export function Time({ value, format }: { value: string; format: keyof typeof formats }) {
  if (value === '') return null;
  return <ExactTime value={value}>{formats[format].format(new Date(value))}</ExactTime>;
}

/** Any text for a moment, with the exact moment on hover. */
export function ExactTime({ value, children }: { value: string; children: string }) {
  return (
    <time dateTime={value} title={exact.format(new Date(value))}>
      {children}
    </time>
  );
}
