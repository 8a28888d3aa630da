import { createRoute } from '@tanstack/react-router';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { bugFilter } from '#web/lib/api/specified.ts';
import { numberIn } from '#web/lib/bug-number.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { fetchAhead, signedInRoute } from '#web/lib/routes.ts';
import { lenient } from '#web/lib/url-state.ts';
import { bugListQuery, bugQuery, numberedBugQuery, usersQuery } from './data/queries.ts';

/** Declared separately, because TypeScript loses the type when it is inferred inside the route. */
const validateSearch = lenient(bugFilter);

export const bugListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/bugs',
  validateSearch,
  // Without the search text: while the user types, the page decides whether to ask the server.
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
