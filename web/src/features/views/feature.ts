import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';
import { feature } from '#web/lib/feature.ts';

const viewsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/views',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./ViewsPage.tsx'), 'ViewsPage'),
});

/** A view's list. Changes of its filter are in the address, where the list reads them. */
const viewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/views/$id',
  beforeLoad: onlyWithAdditions,
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string | undefined>,
  component: lazyPage(() => import('./ViewPage.tsx'), 'ViewPage'),
});

export const views = feature({ open: [], protected: [viewsRoute, viewRoute], nav: [] });
