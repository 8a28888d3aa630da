import { feature } from '#web/lib/feature.ts';
import { bugsChanged } from './live.ts';
import { peopleChanged } from './live-names.ts';
import { bugDetailsRoute, bugListRoute, createBugRoute } from './routes.ts';

export const bugs = feature({
  open: [],
  protected: [bugListRoute, createBugRoute, bugDetailsRoute],
  nav: [
    { to: '/bugs', label: 'Bugs', shownTo: 'signed-in' },
    { to: '/bugs/create', label: 'Create Bug', shownTo: 'signed-in' },
  ],
  async onChanges(screens, changes) {
    await bugsChanged(screens, changes);
    await peopleChanged(screens, changes);
  },
});
