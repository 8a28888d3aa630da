import { createRoute, notFound } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { auditActions } from '#contract/audit.ts';
import { listManagedUsers } from '#contract/admin.ts';
import { id } from '#contract/text.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { fetchAhead, type RouterContext, signedInRoute } from '#web/lib/routes.ts';
import { lenient } from '#web/lib/url-state.ts';
import { auditQuery, backupsQuery, managedUsersQuery, timesQuery } from './queries.ts';

/** Held apart, because their types are lost when they are drawn from within the routes. */
const userSearch = lenient(z.object({ q: listManagedUsers.query?.shape.q ?? z.undefined() }));
const auditSearch = lenient(z.object({ action: z.optional(z.enum(auditActions)), user: z.optional(id) }));

/** Where the back end has nothing for admins, there is no such page. */
const beforeLoad = () => {
  if (additionsOffered() === false) notFound({ throw: true });
};

/** Whoever is known to be no admin is refused without asking the server. */
const mayAsk = ({ session }: RouterContext) => {
  const state = session.get();
  return state.status !== 'signed-in' || state.user.role === 'admin';
};

export const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/users',
  beforeLoad,
  validateSearch: userSearch,
  loader: ({ context, location }) => {
    if (!mayAsk(context)) return;
    fetchAhead(context, (cache) => cache.query(backupsQuery));
    fetchAhead(context, (cache) => cache.query(managedUsersQuery(userSearch(location.search).q)));
  },
  component: lazyPage(() => import('./users/UsersPage.tsx'), 'UsersPage'),
});

export const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/audit',
  beforeLoad,
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (mayAsk(context)) fetchAhead(context, (cache) => cache.infiniteQuery(auditQuery(deps)));
  },
  component: lazyPage(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
});

export const timesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/times',
  beforeLoad,
  loader: ({ context }) => {
    if (mayAsk(context)) fetchAhead(context, (cache) => cache.query(timesQuery));
  },
  component: lazyPage(() => import('./times/TimesPage.tsx'), 'TimesPage'),
});
