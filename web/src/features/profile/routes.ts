import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shownLater } from '#web/lib/api/query.ts';
import { signedInRoute } from '#web/lib/routes.ts';
import { sessionsQuery } from './session-queries.ts';

export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  loader: ({ context }) => void context.queryClient.query(sessionsQuery).catch(shownLater),
  component: lazyRouteComponent(() => import('./ProfilePage.tsx'), 'ProfilePage'),
});
