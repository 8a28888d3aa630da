import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

export const triageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/triage',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./page/TriagePage.tsx'), 'TriagePage'),
});
