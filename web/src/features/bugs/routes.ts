import { createRoute } from '@tanstack/react-router';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { bugFilter } from '#web/lib/api/specified.ts';
import { numberIn } from '#web/lib/bug-number.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { fetchAhead, signedInRoute } from '#web/lib/routes.ts';
import { lenient } from '#web/lib/url-state.ts';
import { bugListQuery, bugQuery, numberedBugQuery, usersQuery } from './data/queries.ts';

/** Held apart, because its type is lost when it is drawn from within the route. */
const validateSearch = lenient(bugFilter);

export const bugListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/bugs',
  validateSearch,
  // The search is left out: while one types, the page itself decides whether the server has to be asked.
  loaderDeps: ({ search: { q: _, ...filter } }) => filter,
  loader: ({ context, deps }) => fetchAhead(context, (cache) => cache.infiniteQuery(bugListQuery(deps))),
  component: lazyPage(() => import('./list/BugListPage.tsx'), 'BugListPage'),
});

export const createBugRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/bugs/create',
  loader: ({ context }) => fetchAhead(context, (cache) => cache.query(usersQuery)),
  component: lazyPage(() => import('./create/CreateBugPage.tsx'), 'CreateBugPage'),
});

export const bugDetailsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/bugs/$id',
  loader: ({ context, params: { id } }) => {
    const number = additionsOffered() ? numberIn(id) : undefined;
    fetchAhead(context, (cache) =>
      number === undefined ? cache.query(bugQuery(id)) : cache.query(numberedBugQuery(number)),
    );
  },
  component: lazyPage(() => import('./details/BugDetailsPage.tsx'), 'BugDetailsPage'),
});
