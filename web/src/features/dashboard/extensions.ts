import type { Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';
import { bugLists, statsQuery, weeksQuery } from './queries.ts';

export const dashboardExtensions: Extensions = {
  shortcuts: [{ keys: 'g d', label: extensionTexts.go, to: '/' }],
  live: {
    bug: [statsQuery.queryKey, weeksQuery.queryKey, bugLists.queryKey],
    // The lists name people.
    user: [bugLists.queryKey],
  },
};
