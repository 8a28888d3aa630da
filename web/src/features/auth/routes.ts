import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { registerBody } from '#contract/users.ts';
import { shownLater } from '#web/lib/api/query.ts';
import { rootRoute } from '#web/lib/routes.ts';
import { lenient } from '#web/lib/url-state.ts';
import { registrationQuery } from './queries.ts';

/** The page asked for before signing in. Whether it is safe to go there is judged when going. */
const validateSearch = lenient(z.object({ returnTo: z.string().optional() }));
const validateRegisterSearch = lenient(
  z.object({ returnTo: z.string().optional(), invitation: registerBody.shape.invitation }),
);

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch,
  component: lazyRouteComponent(() => import('./LoginPage.tsx'), 'LoginPage'),
});

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: validateRegisterSearch,
  // Waited for, so that no form appears that would be refused. Where it cannot be known, the form does.
  loader: ({ context }) => context.queryClient.query(registrationQuery).catch(shownLater),
  component: lazyRouteComponent(() => import('./RegisterPage.tsx'), 'RegisterPage'),
});
