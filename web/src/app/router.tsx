import { createRouter } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { type RouterContext, rootRoute, signedInRoute } from '#web/lib/routes.ts';
import { parseSearch, stringifySearch } from '#web/lib/url-state.ts';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { features } from './features.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Shell } from './Shell.tsx';

rootRoute.update({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: ErrorPage });
signedInRoute.update({
  component: lazyPage(() => import('./SignedInOnly.tsx'), 'SignedInOnly'),
});

type OpenRoute = (typeof features)[number]['open'][number];
type ProtectedRoute = (typeof features)[number]['protected'][number];

const routeTree = rootRoute.addChildren([
  ...features.flatMap<OpenRoute>((feature) => feature.open),
  signedInRoute.addChildren(features.flatMap<ProtectedRoute>((feature) => feature.protected)),
]);

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    // Parameters that no route declares, or that it refuses, are dropped from the search.
    search: { strict: true },
    defaultPreload: 'intent',
    // In a shorter time, the pointer or the focus only passes by.
    defaultPreloadDelay: 80,
    // The query cache decides what is fresh, not the router.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: LoadingText,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
