import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

export const viewsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/views',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./page/ViewsPage.tsx'), 'ViewsPage'),
});

/** A view's list. Changes of its filter are in the address, where the list reads them. */
export const viewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/views/$id',
  beforeLoad: onlyWithAdditions,
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string | undefined>,
  component: lazyPage(() => import('./page/ViewPage.tsx'), 'ViewPage'),
});
