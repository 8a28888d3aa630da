import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, rootRoute } from '#web/lib/routes.ts';

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});
