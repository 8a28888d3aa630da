import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { fetchAhead, onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

/** Loaded with the first page, so that signing in does not wait for them. */
const queries = () => import('./queries.ts');

export const inboxRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/inbox',
  beforeLoad: onlyWithAdditions,
  // The page reads the address, so that the rules for it load with the page.
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string | undefined>,
  loaderDeps: ({ search: { bug: _, ...filter } }) => filter,
  loader: ({ context, deps }) =>
    fetchAhead(context, async (cache) => {
      const { filterIn, inboxQuery } = await queries();
      return cache.infiniteQuery(inboxQuery(filterIn(deps)));
    }),
  component: lazyPage(() => import('./InboxPage.tsx'), 'InboxPage'),
});
