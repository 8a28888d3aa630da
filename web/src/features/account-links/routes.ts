import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, rootRoute } from '#web/lib/routes.ts';

const open = { getParentRoute: () => rootRoute, beforeLoad: onlyWithAdditions };

export const forgotPasswordRoute = createRoute({
  ...open,
  path: '/forgot-password',
  component: lazyPage(() => import('./ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

export const resetPasswordRoute = createRoute({
  ...open,
  path: '/reset-password',
  component: lazyPage(() => import('./ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

export const takeBackEmailRoute = createRoute({
  ...open,
  path: '/take-back-email',
  component: lazyPage(() => import('./TakeBackEmailPage.tsx'), 'TakeBackEmailPage'),
});
