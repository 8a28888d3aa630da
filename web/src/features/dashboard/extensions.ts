import { getSetup } from '#contract/accounts/setup.ts';
import { inLanguage } from '#web/language/language.ts';
import { inWorkspace } from '#web/lib/api/query.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { dashboardQuery, setupQuery, statsQuery } from './data.ts';

const extensionTexts = inLanguage({
  en: { go: 'Go to the dashboard' },
  de: { go: 'Zur Übersicht' },
});

export const dashboardExtensions: Extensions = {
  shortcuts: [{ keys: 'g d', label: extensionTexts.go, to: '/' }],
  workspace: [inWorkspace(getSetup, setupQuery)],
  live: {
    bug: [statsQuery.queryKey, dashboardQuery.queryKey],
    // The lists name people.
    user: [dashboardQuery.queryKey, setupQuery.queryKey],
  },
};
