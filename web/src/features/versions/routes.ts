import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

export const versionsAdminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/versions',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./admin/VersionsAdminPage.tsx'), 'VersionsAdminPage'),
});

export const versionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/versions',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./page/VersionsPage.tsx'), 'VersionsPage'),
});

export const versionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/versions/$id',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./page/VersionPage.tsx'), 'VersionPage'),
});
