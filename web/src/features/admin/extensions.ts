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
    {
      to: '/admin/users',
      label: extensionTexts.users,
      go: extensionTexts.goToUsers,
      group: 'people',
      shownTo: adminPermissions.manageUsers,
    },
    {
      to: '/admin/jobs',
      label: extensionTexts.jobs,
      go: extensionTexts.goToJobs,
      group: 'server',
      shownTo: adminPermissions.manageJobs,
    },
    {
      to: '/admin/audit',
      label: extensionTexts.audit,
      go: extensionTexts.goToAudit,
      group: 'server',
      shownTo: adminPermissions.readAudit,
    },
    {
      to: '/admin/times',
      label: extensionTexts.times,
      go: extensionTexts.goToTimes,
      group: 'server',
      shownTo: adminPermissions.readMetrics,
    },
  ],
};
