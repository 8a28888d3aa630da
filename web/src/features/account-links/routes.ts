import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, rootRoute } from '#web/lib/routes.ts';

const pages = () => import('./pages.ts');

function openRoute<const Path extends string>(path: Path, page: keyof Awaited<ReturnType<typeof pages>>) {
  return createRoute({
    getParentRoute: () => rootRoute,
    beforeLoad: onlyWithAdditions,
    path,
    component: lazyPage(pages, page),
  });
}

export const forgotPasswordRoute = openRoute('/forgot-password', 'ForgotPasswordPage');
export const resetPasswordRoute = openRoute('/reset-password', 'ResetPasswordPage');
export const confirmEmailRoute = openRoute('/confirm-email', 'ConfirmEmailPage');
export const takeBackEmailRoute = openRoute('/take-back-email', 'TakeBackEmailPage');
