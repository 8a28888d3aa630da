import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

export const labelsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/labels',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./page/LabelsPage.tsx'), 'LabelsPage'),
});
