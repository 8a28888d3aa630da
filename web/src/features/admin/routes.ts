import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { auditActions } from '#contract/audit.ts';
import { listManagedUsers } from '#contract/admin.ts';
import { id } from '#contract/text.ts';
import { shownLater } from '#web/lib/api/query.ts';
import { type RouterContext, signedInRoute } from '#web/lib/routes.ts';
import { lenient } from '#web/lib/url-state.ts';
import { auditQuery, managedUsersQuery } from './queries.ts';

/** Held apart, because their types are lost when they are drawn from within the routes. */
const userSearch = lenient(z.object({ q: listManagedUsers.query?.shape.q ?? z.undefined() }));
const auditSearch = lenient(z.object({ action: z.enum(auditActions).optional(), user: id.optional() }));

/** Whoever is known to be no admin is refused without asking the server. */
const mayAsk = ({ session }: RouterContext) => {
  const state = session.get();
  return state.status !== 'signed-in' || state.user.role === 'admin';
};

export const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/users',
  validateSearch: userSearch,
  loader: ({ context, location }) => {
    if (!mayAsk(context)) return;
    void context.queryClient.query(managedUsersQuery(userSearch(location.search).q)).catch(shownLater);
  },
  component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
});

export const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/audit',
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (mayAsk(context)) void context.queryClient.infiniteQuery(auditQuery(deps)).catch(shownLater);
  },
  component: lazyRouteComponent(() => import('./AuditPage.tsx'), 'AuditPage'),
});
