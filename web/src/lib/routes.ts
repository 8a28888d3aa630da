import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import type { Session } from './session/session.ts';

export interface RouterContext {
  queryClient: QueryClient;
  session: Session;
}

/** Where the routes of every feature hang. What they look like around the page is given to them by `app/router.tsx`. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({});

/**
 * The parent of all protected routes. A session that is still being resolved does not hold up their loaders: they run
 * with the saved token, and the layout shows "Loading..." until it is known who is signed in.
 */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    if (context.session.get().status === 'signed-out')
      throw redirect({ to: '/login', search: { returnTo: location.href } });
  },
});
