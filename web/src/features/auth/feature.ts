import { createRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { getRegistration, registerBody } from '#contract/accounts/users.ts';
import { call } from '#web/lib/api/call.ts';
import { feature } from '#web/lib/feature.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { rootRoute } from '#web/lib/routes.ts';
import { lenient } from '#web/lib/url-state.ts';
import { texts } from './texts.ts';

const validateRegisterSearch = lenient(z.object({ invitation: registerBody.shape.invitation }));

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyPage(() => import('./LoginPage.tsx'), 'LoginPage'),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: validateRegisterSearch,
  // Older links carry the secret in the query, which ends up in logs and proxies when the page is reloaded or shared.
  beforeLoad: ({ search: { invitation } }) => {
    if (invitation === undefined) return;
    throw redirect({ to: '/register', hash: invitationHash(invitation), replace: true });
  },
  // Awaited, so that no form appears whose submission would be refused. If loading fails, the form appears.
  loader: () =>
    call(getRegistration).then(
      ({ mode }) => mode,
      () => undefined,
    ),
  // Loaded once: a form that is being filled in must not disappear.
  staleTime: Infinity,
  component: lazyPage(() => import('./RegisterPage.tsx'), 'RegisterPage'),
});

/** The URL fragment of an invitation link. */
function invitationHash(secret: string): string {
  return new URLSearchParams({ invitation: secret }).toString();
}

export const auth = feature({
  open: [loginRoute, registerRoute],
  protected: [],
  nav: [
    { to: '/login', label: texts.login, shownTo: 'signed-out', atEnd: true },
    { to: '/register', label: texts.register, shownTo: 'signed-out', atEnd: true },
  ],
});
