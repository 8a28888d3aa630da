import { createRoute } from '@tanstack/react-router';
import { feature } from '#web/lib/feature.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, rootRoute } from '#web/lib/routes.ts';

const pages = () => import('./pages.tsx');

function openRoute<const Path extends string>(path: Path, page: keyof Awaited<ReturnType<typeof pages>>) {
  return createRoute({
    getParentRoute: () => rootRoute,
    beforeLoad: onlyWithAdditions,
    path,
    component: lazyPage(pages, page),
  });
}

const forgotPasswordRoute = openRoute('/forgot-password', 'ForgotPasswordPage');
const resetPasswordRoute = openRoute('/reset-password', 'ResetPasswordPage');
const confirmEmailRoute = openRoute('/confirm-email', 'ConfirmEmailPage');
const takeBackEmailRoute = openRoute('/take-back-email', 'TakeBackEmailPage');

/** The pages that links to an account lead to; they need no session. */
export const accountLinks = feature({
  open: [forgotPasswordRoute, resetPasswordRoute, confirmEmailRoute, takeBackEmailRoute],
  protected: [],
  nav: [],
});
