import { adminPermissions } from '#contract/permissions.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';

export const adminExtensions: Extensions = {
  adminPages: [
    { to: '/admin/users', label: extensionTexts.users, shownTo: adminPermissions.manageUsers },
    { to: '/admin/audit', label: extensionTexts.audit, shownTo: adminPermissions.readAudit },
    { to: '/admin/jobs', label: extensionTexts.jobs, shownTo: adminPermissions.manageJobs },
    { to: '/admin/times', label: extensionTexts.times, shownTo: adminPermissions.readMetrics },
  ],
  paletteLinks: [
    { to: '/admin/users', label: extensionTexts.goToUsers, shownTo: adminPermissions.manageUsers },
    { to: '/admin/audit', label: extensionTexts.goToAudit, shownTo: adminPermissions.readAudit },
    { to: '/admin/jobs', label: extensionTexts.goToJobs, shownTo: adminPermissions.manageJobs },
    { to: '/admin/times', label: extensionTexts.goToTimes, shownTo: adminPermissions.readMetrics },
  ],
};
