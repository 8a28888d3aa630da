import { languageLocale } from '#web/language/language.ts';

/** In how many seconds to try again, from `Retry-After`: in seconds or as an HTTP date. Undefined without one. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1_000));
}

const words = new Intl.RelativeTimeFormat(languageLocale, { numeric: 'always' });

/** So many seconds from now in words, as in "in 12 minutes": rounded up, so that no retry comes too early. */
export function inWords(seconds: number): string {
  if (seconds <= 60) return words.format(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= 3_600) return words.format(Math.ceil(seconds / 60), 'minute');
  return words.format(Math.ceil(seconds / 3_600), 'hour');
}
