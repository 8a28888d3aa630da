import { isZone } from '#contract/query/days.ts';

/** The name of the browser's time zone. */
export function timeZone(): string {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(zone) ? zone : 'UTC';
}
