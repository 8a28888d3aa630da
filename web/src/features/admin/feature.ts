import { feature } from '#web/lib/feature.ts';
import { manifestTexts } from './manifest-texts.ts';
import { auditRoute, timesRoute, usersRoute } from './routes.ts';

export const admin = feature({
  open: [],
  protected: [usersRoute, auditRoute, timesRoute],
  nav: [{ to: '/admin/users', label: manifestTexts.users, shownTo: 'admin', section: '/admin' }],
  places: [
    { to: '/admin/users', label: manifestTexts.goToUsers, shownTo: 'admin' },
    { to: '/admin/audit', label: manifestTexts.goToAudit, shownTo: 'admin' },
    { to: '/admin/times', label: manifestTexts.goToTimes, shownTo: 'admin' },
  ],
});
