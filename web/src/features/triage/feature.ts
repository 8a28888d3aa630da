import { createRoute } from '@tanstack/react-router';
import { feature } from '#web/lib/feature.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

const triageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/triage',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('#web/features/triage/page/TriagePage.tsx'), 'TriagePage'),
});

export const triage = feature({ open: [], protected: [triageRoute], nav: [] });
