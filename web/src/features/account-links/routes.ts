import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, rootRoute } from '#web/lib/routes.ts';

const pages = () => import('./pages.ts');
const open = { getParentRoute: () => rootRoute, beforeLoad: onlyWithAdditions };

export const forgotPasswordRoute = createRoute({
  ...open,
  path: '/forgot-password',
  component: lazyPage(pages, 'ForgotPasswordPage'),
});

export const resetPasswordRoute = createRoute({
  ...open,
  path: '/reset-password',
  component: lazyPage(pages, 'ResetPasswordPage'),
});

export const takeBackEmailRoute = createRoute({
  ...open,
  path: '/take-back-email',
  component: lazyPage(pages, 'TakeBackEmailPage'),
});
