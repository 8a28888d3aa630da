import { feature } from '#web/lib/feature.ts';
import { manifestTexts } from './manifest-texts.ts';
import { boardRoute, bugDetailsRoute, bugListRoute, createBugRoute } from './routes.ts';

export const bugs = feature({
  open: [],
  protected: [bugListRoute, boardRoute, createBugRoute, bugDetailsRoute],
  nav: [
    { to: '/bugs', label: manifestTexts.bugs, shownTo: 'signed-in', section: '/bugs' },
    { to: '/bugs/create', label: manifestTexts.createBug, shownTo: 'signed-in' },
  ],
});
