import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  // Test files share modules, and later ones expect English.
  vi.resetModules();
});

/* A moment given in the test's time zone. */
const morning = new Date(2026, 10, 22, 7, 5).toISOString();

/** The text shown by a browser with this locale. */
async function shownIn(locale: string) {
  vi.resetModules();
  vi.stubGlobal('navigator', { languages: [locale, 'en'] });
  const { Time } = await import('#web/ui/Time.tsx');
  const { dayLabel } = await import('#web/features/dashboard/data.ts');
  const { timeAgo } = await import('#web/lib/time.tsx');
  const { formatNumber } = await import('#web/language/language.ts');
  const text = (format: 'date' | 'date-time') =>
    renderToString(<Time value={morning} format={format} />).replaceAll(/<[^>]*>/g, '');
  return {
    date: text('date'),
    dateTime: text('date-time'),
    week: dayLabel('2026-11-16'),
    number: formatNumber(12_345),
    ago: timeAgo(0, 120_000),
  };
}

test.each([
  ['fr-FR', '22/11/2026', '22/11/2026 07:05:00', '16/11', '12 345', '2 minutes ago'],
  ['sv-SE', '2026-11-22', '2026-11-22 07:05:00', '16/11', '12 345', '2 minutes ago'],
  ['en-US', '11/22/2026', '11/22/2026, 7:05:00 AM', '11/16', '12,345', '2 minutes ago'],
  ['de-DE', '22.11.2026', '22.11.2026, 07:05:00', '16.11.', '12.345', 'vor 2 Minuten'],
])(
  'in %s, dates and numbers follow the browser, sentences the language of the texts',
  async (locale, date, dateTime, week, number, ago) => {
    const shown = await shownIn(locale);
    expect(shown).toMatchObject({ date, week, ago });
    expect(shown.dateTime.replaceAll(/\s/g, ' ')).toBe(dateTime);
    expect(shown.number.replaceAll(/\s/g, ' ')).toBe(number);
  },
);
