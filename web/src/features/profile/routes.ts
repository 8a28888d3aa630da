import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fetchAhead, signedInRoute } from '#web/lib/routes.ts';
import { sessionsQuery } from './queries.ts';

export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  loader: ({ context }) => fetchAhead(context, (cache) => cache.query(sessionsQuery)),
  component: lazyRouteComponent(() => import('./ProfilePage.tsx'), 'ProfilePage'),
});
