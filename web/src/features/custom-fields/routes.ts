import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

export const fieldsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/fields',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./page/FieldsPage.tsx'), 'FieldsPage'),
});
