import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '#web/lib/routes.ts';
import { statsQuery } from './queries.ts';

export const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  loader: ({ context }) => void context.queryClient.prefetchQuery(statsQuery),
  component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
});
