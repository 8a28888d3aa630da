import { languageLocale } from '#web/language/language.ts';

/** The seconds until the next try, from `Retry-After` (seconds or an HTTP date). Undefined without one. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1_000));
}

const words = new Intl.RelativeTimeFormat(languageLocale, { numeric: 'always' });

/** A number of seconds from now as text, as in "in 12 minutes", rounded up, so that no retry is too early. */
export function inWords(seconds: number): string {
  if (seconds <= 60) return words.format(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= 3_600) return words.format(Math.ceil(seconds / 60), 'minute');
  return words.format(Math.ceil(seconds / 3_600), 'hour');
}
