import { languageLocale } from '#web/language/language.ts';

const format = new Intl.DateTimeFormat(navigator.language || languageLocale, {
  dateStyle: 'medium',
  timeZone: 'UTC',
});

/** A calendar day, the same in every time zone. */
export function Day({ value }: { value: string }) {
  return <time dateTime={value}>{dayText(value)}</time>;
}

export function dayText(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}
