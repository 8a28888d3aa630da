import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { fetchAhead, signedInRoute } from '#web/lib/routes.ts';
import { emailChangesQuery, sessionsQuery } from './queries.ts';

export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  loader: ({ context }) => {
    fetchAhead(context, (cache) => cache.query(emailChangesQuery));
    fetchAhead(context, (cache) => cache.query(sessionsQuery));
  },
  component: lazyPage(() => import('./ProfilePage.tsx'), 'ProfilePage'),
});
