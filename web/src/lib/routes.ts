import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router';
import { additionsOffered } from './api/back-end.ts';
import { sendAhead } from './api/call.ts';
import type { Session } from './session/session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the sign-in screen: the id of the user who has just logged out. */
    loggedOut?: string;
    /** On the screens for signed-out users: the requested address, opened after sign-in. */
    returnTo?: string;
  }
}

/** How long a route's loader and its component share a response, in milliseconds. */
export const sharedFor = 5_000;

/** The bugs in a page of a list: few enough to show at once, and enough to load most trackers in a few pages. */
export const pageSize = 100;

export interface RouterContext {
  session: Session;
  /** The cache of the signed-in user's responses; its code is loaded after sign-in. */
  cache: () => Promise<QueryClient>;
}

export type Fetching = Pick<QueryClient, 'query' | 'infiniteQuery'>;

/** For a route's loader: starts to fetch without waiting. The component, which uses the same query, shows failures. */
export function fetchAhead({ cache }: RouterContext, start: (cache: Fetching) => Promise<unknown>): void {
  void cache()
    .then((client) => start(withoutFailed(client)))
    .catch(() => undefined);
}

/**
 * For a route's loader: sends requests that the page will make, while its code is loaded. Only while the application
 * starts, and if the last visit found that the back end has additions: others may not support all requests.
 */
export function sendFirst({ session }: RouterContext, ...requests: Parameters<typeof sendAhead>[]): void {
  if (session.get().status !== 'loading' || !additionsOffered()) return;
  for (const request of requests) sendAhead(...request);
}

/**
 * Skips fetches whose failure a component has just shown. A query's code may load after the component, which has then
 * fetched first: the loader would repeat the call behind the message.
 */
export function withoutFailed(client: QueryClient): Fetching {
  function check({ queryKey }: { readonly queryKey: QueryKey }): void {
    const query = client.getQueryCache().find({ queryKey, exact: true });
    const { error, errorUpdatedAt = 0 } = query?.state ?? {};
    if (error && query?.isActive() && Date.now() - errorUpdatedAt <= sharedFor) throw error;
  }
  return {
    async query(options) {
      check(options);
      return client.query(options);
    },
    async infiniteQuery(options) {
      check(options);
      return client.infiniteQuery(options);
    },
  };
}

/** The parent of all routes. `app/router.tsx` sets its layout. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({});

/**
 * The parent of all protected routes. Their loaders do not wait for the session to be resolved: they run with the saved
 * token, and the layout shows "Loading..." until the user is known.
 */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    if (context.session.get().status === 'signed-out')
      throw redirect({ to: '/login', state: { returnTo: location.href } });
  },
});

/** For a route's `beforeLoad`: if the back end offers only the specification, the page is not found. */
export function onlyWithAdditions(): void {
  if (additionsOffered() === false) notFound({ throw: true });
}
