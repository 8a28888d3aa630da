import { inLanguage } from '#web/language/language.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { bugLists, statsQuery, weeksQuery } from './data.ts';

const extensionTexts = inLanguage({
  en: { go: 'Go to the dashboard' },
  de: { go: 'Zur Übersicht' },
});

export const dashboardExtensions: Extensions = {
  shortcuts: [{ keys: 'g d', label: extensionTexts.go, to: '/' }],
  live: {
    bug: [statsQuery.queryKey, weeksQuery.queryKey, bugLists.queryKey],
    // The lists name people.
    user: [bugLists.queryKey],
  },
};
