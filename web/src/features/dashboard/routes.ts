import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fetchAhead, signedInRoute } from '#web/lib/routes.ts';
import { latelyQuery, mineQuery, statsQuery, weeksQuery } from './queries.ts';

export const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  loader: ({ context }) =>
    fetchAhead(context, (cache) =>
      Promise.all([
        cache.query(statsQuery),
        cache.query(weeksQuery),
        cache.query(mineQuery),
        cache.query(latelyQuery),
      ]),
    ),
  component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
});
