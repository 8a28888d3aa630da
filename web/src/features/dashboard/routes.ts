import { createRoute } from '@tanstack/react-router';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { fetchAhead, signedInRoute } from '#web/lib/routes.ts';
import { latelyQuery, mineQuery, statsQuery, weeksQuery } from './queries.ts';

export const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  loader: ({ context }) => {
    fetchAhead(context, (cache) => cache.query(statsQuery));
    if (!additionsOffered()) return;
    fetchAhead(context, (cache) =>
      Promise.all([cache.query(weeksQuery), cache.query(mineQuery), cache.query(latelyQuery)]),
    );
  },
  component: lazyPage(() => import('./DashboardPage.tsx'), 'DashboardPage'),
});
