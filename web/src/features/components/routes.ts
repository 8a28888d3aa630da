import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

export const componentsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/components',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./page/ComponentsPage.tsx'), 'ComponentsPage'),
});
