import { feature } from '#web/lib/feature.ts';
import { manifestTexts } from './manifest-texts.ts';
import { bugDetailsRoute, bugListRoute, createBugRoute } from './routes.ts';

export const bugs = feature({
  open: [],
  protected: [bugListRoute, createBugRoute, bugDetailsRoute],
  nav: [
    { to: '/bugs', label: manifestTexts.bugs, shownTo: 'signed-in', section: '/bugs' },
    { to: '/bugs/create', label: manifestTexts.createBug, shownTo: 'signed-in' },
  ],
  shortcuts: [
    { keys: 'g b', label: manifestTexts.goToBugs, to: '/bugs' },
    { keys: 'c', label: manifestTexts.create, to: '/bugs/create#title' },
    { keys: '/', label: manifestTexts.search, to: '/bugs#search' },
    { keys: '↓', label: manifestTexts.fromSearch },
    { keys: 'j', label: manifestTexts.next, repeats: true },
    { keys: 'k', label: manifestTexts.previous, repeats: true },
    { keys: 'Enter', label: manifestTexts.open },
    { keys: 'x', label: manifestTexts.select },
    { keys: 'e', label: manifestTexts.edit },
  ],
});
