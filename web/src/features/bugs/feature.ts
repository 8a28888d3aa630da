import { inLanguage } from '#web/language/language.ts';
import { feature } from '#web/lib/feature.ts';
import { boardRoute, bugDetailsRoute, bugListRoute, createBugRoute } from './routes.ts';

const manifestTexts = inLanguage({
  en: { bugs: 'Bugs', createBug: 'Create Bug' },
  de: { bugs: 'Bugs', createBug: 'Bug melden' },
});

export const bugs = feature({
  open: [],
  protected: [bugListRoute, boardRoute, createBugRoute, bugDetailsRoute],
  nav: [
    { to: '/bugs', label: manifestTexts.bugs, shownTo: 'signed-in', section: '/bugs' },
    { to: '/bugs/create', label: manifestTexts.createBug, shownTo: 'signed-in' },
  ],
});
