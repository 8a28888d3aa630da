import { adminPermissions } from '#contract/permissions.ts';
import { feature } from '#web/lib/feature.ts';
import { manifestTexts } from './manifest-texts.ts';
import { auditRoute, jobsRoute, timesRoute, usersRoute } from './routes.ts';

export const admin = feature({
  open: [],
  protected: [usersRoute, auditRoute, jobsRoute, timesRoute],
  nav: [
    {
      to: '/admin/users',
      label: manifestTexts.users,
      shownTo: adminPermissions.manageUsers,
      section: '/admin',
    },
  ],
});
