import { isZone } from '#contract/query/days.ts';

/** The time zone of the browser, by its name. */
export function timeZone(): string {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(zone) ? zone : 'UTC';
}
