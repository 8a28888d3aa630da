import { adminPermissions } from '#contract/permissions.ts';
import { inLanguage } from '#web/language/language.ts';
import type { Extensions } from '#web/lib/extensions.ts';

const extensionTexts = inLanguage({
  en: {
    users: 'Users',
    audit: 'Audit',
    jobs: 'Jobs',
    times: 'Performance',
    goToUsers: 'Go to users',
    goToAudit: 'Go to audit trail',
    goToJobs: 'Go to background jobs',
    goToTimes: 'Go to performance',
  },
  de: {
    users: 'Konten',
    audit: 'Protokoll',
    jobs: 'Aufträge',
    times: 'Leistung',
    goToUsers: 'Zu den Konten',
    goToAudit: 'Zum Protokoll',
    goToJobs: 'Zu den Hintergrundaufträgen',
    goToTimes: 'Zur Leistung',
  },
});

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
