import { feature } from '#web/lib/feature.ts';
import { bugDetailsRoute, bugListRoute, createBugRoute } from './routes.ts';

export const bugs = feature({
  open: [],
  protected: [bugListRoute, createBugRoute, bugDetailsRoute],
  nav: [
    { to: '/bugs', label: 'Bugs', shownTo: 'signed-in' },
    { to: '/bugs/create', label: 'Create Bug', shownTo: 'signed-in' },
  ],
  shortcuts: [
    { keys: 'g b', label: 'Go to the bugs', to: '/bugs' },
    { keys: 'c', label: 'Create a bug', to: '/bugs/create' },
    { keys: '/', label: 'Search the bugs', to: '/bugs#search' },
    { keys: 'j', label: 'Next bug in the list', repeats: true },
    { keys: 'k', label: 'Previous bug in the list', repeats: true },
    { keys: 'Enter', label: 'Open the bug at hand' },
    { keys: 'x', label: 'Select the bug at hand' },
    { keys: 'e', label: 'Edit the bug at hand' },
  ],
});
