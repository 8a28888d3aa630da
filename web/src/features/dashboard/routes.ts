import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shownLater } from '#web/lib/api/query.ts';
import { signedInRoute } from '#web/lib/routes.ts';
import { statsQuery } from './queries.ts';

export const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  loader: ({ context }) => void context.queryClient.query(statsQuery).catch(shownLater),
  component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
});
