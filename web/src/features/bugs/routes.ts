import { createRoute } from '@tanstack/react-router';
import { pageSizePreference } from '#contract/endpoint.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { numberIn } from '#web/lib/bugs/bug-number.ts';
import { lazyPage, loadOnce } from '#web/lib/lazy-page.ts';
import { fetchAhead, pageSize, type RouterContext, sendFirst, signedInRoute } from '#web/lib/routes.ts';

/** Loaded after sign-in, so that the sign-in screen does not wait for the queries. */
export const loadQueries = loadOnce(() => import('./data/queries.ts'));

/** Does not validate the address, or the bug fields would load before the sign-in screen. The page validates it. */
const validateSearch = (raw: Record<string, unknown>) =>
  raw as { [Name in keyof BugFilter | 'group']?: string | undefined };

export const bugListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/bugs',
  validateSearch,
  // Without the search: while the user types, the page decides whether to call the server.
  loaderDeps: ({ search: { q: _q, query: _query, ...filter } }) => filter,
  loader: ({ context, deps, location: { searchStr } }) => {
    if (searchStr === '') sendFirst(context, ['/api/bugs', { prefer: pageSizePreference(pageSize) }]);
    fetchAhead(context, async (cache) => {
      const { firstQuery } = await loadQueries();
      return cache.infiniteQuery(firstQuery(deps));
    });
  },
  component: lazyPage(() => import('./list/BugListPage.tsx'), 'BugListPage'),
});

export const boardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/board',
  validateSearch,
  component: lazyPage(() => import('./board/BoardPage.tsx'), 'BoardPage'),
});

/** The parameters that prefill the form. The page validates them. */
interface NewBugAddress {
  readonly [parameter: string]: string | undefined;
}

export const createBugRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/bugs/create',
  validateSearch: (search: Record<string, unknown>) => search as NewBugAddress,
  loader: ({ context }) =>
    fetchAhead(context, async (cache) => cache.query((await loadQueries()).usersQuery)),
  component: lazyPage(() => import('./form/CreateBugPage.tsx'), 'CreateBugPage'),
});

async function fetchRest({ cache }: RouterContext, id: string, hash: string): Promise<void> {
  const [client, { fetchRestOfPage }] = await Promise.all([cache(), loadQueries()]);
  fetchRestOfPage(client, id, hash);
}

export const bugDetailsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/bugs/$id',
  loader: ({ context, params: { id }, location: { hash } }) => {
    const number = additionsOffered() ? numberIn(id) : undefined;
    if (number === undefined && hash === '') {
      const path = `/api/bugs/${encodeURIComponent(id)}`;
      sendFirst(context, [path], [`${path}/page`]);
    }
    fetchAhead(context, async (cache) => {
      const { bugQuery, numberedBugQuery } = await loadQueries();
      return number === undefined ? cache.query(bugQuery(id)) : cache.query(numberedBugQuery(number));
    });
    if (number === undefined) void fetchRest(context, id, hash).catch(() => undefined);
  },
  component: lazyPage(() => import('./details/BugDetailsPage.tsx'), 'BugDetailsPage'),
});
