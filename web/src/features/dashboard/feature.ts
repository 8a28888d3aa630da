import { createRoute } from '@tanstack/react-router';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { feature } from '#web/lib/feature.ts';
import { lazyPage, loadOnce } from '#web/lib/lazy-page.ts';
import { fetchAhead, sendFirst, signedInRoute } from '#web/lib/routes.ts';

/** Loaded with the first page, so that signing in does not wait for them. */
const queries = loadOnce(() => import('./data.ts'));

const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  loader: ({ context }) => {
    sendFirst(context, ['/api/bugs/stats'], ['/api/dashboard']);
    fetchAhead(context, async (cache) => cache.query((await queries()).statsQuery));
    if (!additionsOffered()) return;
    fetchAhead(context, async (cache) => cache.query((await queries()).dashboardQuery));
  },
  component: lazyPage(() => import('./DashboardPage.tsx'), 'DashboardPage'),
});

/** Its link is the title of the bar. */
export const dashboard = feature({
  open: [],
  protected: [dashboardRoute],
  nav: [],
});
