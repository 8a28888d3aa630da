import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fetchAhead, signedInRoute } from '#web/lib/routes.ts';
import { statsQuery } from './queries.ts';

export const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  loader: ({ context }) => fetchAhead(context, (cache) => cache.query(statsQuery)),
  component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
});
