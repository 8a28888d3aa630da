import { createRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { adminPermissions, can, type Permission } from '#contract/permissions.ts';
import { id } from '#contract/text.ts';
import { inLanguage } from '#web/language/language.ts';
import { feature } from '#web/lib/feature.ts';
import { lazyPage, loadOnce } from '#web/lib/lazy-page.ts';
import {
  type Fetching,
  fetchAhead,
  onlyWithAdditions,
  type RouterContext,
  signedInRoute,
} from '#web/lib/routes.ts';
import { lenient } from '#web/lib/url-state.ts';

/* Not in texts.ts, which is loaded with the pages. */
const manifestTexts = inLanguage({
  en: { admin: 'Admin' },
  de: { admin: 'Verwaltung' },
});

/** Declared separately, because TypeScript loses their types when they are inferred inside the routes. */
const userSearch = lenient(z.object({ q: z.optional(z.string()) }));
// The action is not validated here, or the list of actions would be loaded before the sign-in screen.
const auditSearch = lenient(z.object({ action: z.optional(z.string()), user: z.optional(id) }));

/** Loaded with the first admin page, so that other users do not load this code. */
const queries = loadOnce(() => import('./queries.ts'));

/** Whether to send a request: users without the permission are refused without one. */
const mayAsk = ({ session }: RouterContext, permission: Permission) => {
  const state = session.get();
  return state.status !== 'signed-in' || can(state.user, permission);
};

type Queries = Awaited<ReturnType<typeof queries>>;

/** The common parts of routes whose pages have one query and no parameters. */
function pageRoute(permission: Permission, start: (cache: Fetching, loaded: Queries) => Promise<unknown>) {
  return {
    getParentRoute: () => signedInRoute,
    beforeLoad: onlyWithAdditions,
    loader({ context }: { context: RouterContext }) {
      if (mayAsk(context, permission)) fetchAhead(context, async (cache) => start(cache, await queries()));
    },
  };
}

/** The admin area, which opens with the page of users. */
const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  beforeLoad: () => redirect({ to: '/admin/users', replace: true, throw: true }),
});

const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/users',
  beforeLoad: onlyWithAdditions,
  validateSearch: userSearch,
  loader: ({ context, location }) => {
    if (!mayAsk(context, adminPermissions.manageUsers)) return;
    fetchAhead(context, async (cache) => cache.query((await queries()).backupsQuery));
    fetchAhead(context, async (cache) =>
      cache.query((await queries()).managedUsersQuery(userSearch(location.search).q)),
    );
  },
  component: lazyPage(() => import('./UsersPage.tsx'), 'UsersPage'),
});

const invitationsRoute = createRoute({
  ...pageRoute(adminPermissions.invite, (cache, { invitationsQuery }) => cache.query(invitationsQuery)),
  path: '/admin/invitations',
  component: lazyPage(() => import('./InvitationsPage.tsx'), 'InvitationsPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/audit',
  beforeLoad: onlyWithAdditions,
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (!mayAsk(context, adminPermissions.readAudit)) return;
    fetchAhead(context, async (cache) => {
      const { auditFilter, auditQuery } = await queries();
      return cache.infiniteQuery(auditQuery(auditFilter(deps)));
    });
  },
  component: lazyPage(() => import('./AuditPage.tsx'), 'AuditPage'),
});

const jobsRoute = createRoute({
  ...pageRoute(adminPermissions.manageJobs, (cache, { jobsQuery }) => cache.query(jobsQuery)),
  path: '/admin/jobs',
  component: lazyPage(() => import('./JobsPage.tsx'), 'JobsPage'),
});

const settingsRoute = createRoute({
  ...pageRoute(adminPermissions.manageSettings, (cache, { settingsQuery }) => cache.query(settingsQuery)),
  path: '/admin/settings',
  component: lazyPage(() => import('./SettingsPage.tsx'), 'SettingsPage'),
});

const timesRoute = createRoute({
  ...pageRoute(adminPermissions.readMetrics, (cache, { timesQuery }) => cache.query(timesQuery)),
  path: '/admin/times',
  component: lazyPage(() => import('./TimesPage.tsx'), 'TimesPage'),
});

export const admin = feature({
  open: [],
  protected: [adminRoute, usersRoute, invitationsRoute, auditRoute, jobsRoute, timesRoute, settingsRoute],
  nav: [
    {
      to: '/admin/users',
      label: manifestTexts.admin,
      shownTo: adminPermissions.manageUsers,
      section: '/admin',
    },
  ],
});
