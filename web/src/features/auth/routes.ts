import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '#web/lib/routes.ts';
import { lenient } from '#web/lib/url-state.ts';

/** The page asked for before signing in. Whether it is safe to go there is judged when going. */
const validateSearch = lenient(z.object({ returnTo: z.string().optional() }));

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch,
  component: lazyRouteComponent(() => import('./LoginPage.tsx'), 'LoginPage'),
});

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch,
  component: lazyRouteComponent(() => import('./RegisterPage.tsx'), 'RegisterPage'),
});
