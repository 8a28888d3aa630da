import { getSettings } from '#contract/admin/settings.ts';
import { getBugSettings } from '#contract/bugs/bug-work.ts';
import { getLabelSettings } from '#contract/classification/labels.ts';
import { adminPermissions } from '#contract/permissions.ts';
import { inLanguage } from '#web/language/language.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { Extensions } from '#web/lib/extensions.ts';

const extensionTexts = inLanguage({
  en: {
    users: 'Users',
    invitations: 'Invitations',
    audit: 'Audit',
    jobs: 'Jobs',
    times: 'Performance',
    settings: 'Settings',
    goToUsers: 'Go to users',
    goToInvitations: 'Go to invitations',
    goToAudit: 'Go to audit trail',
    goToJobs: 'Go to background jobs',
    goToTimes: 'Go to performance',
    goToSettings: 'Go to settings',
  },
  de: {
    users: 'Konten',
    invitations: 'Einladungen',
    audit: 'Protokoll',
    jobs: 'Aufträge',
    times: 'Leistung',
    settings: 'Einstellungen',
    goToUsers: 'Zu den Konten',
    goToInvitations: 'Zu den Einladungen',
    goToAudit: 'Zum Protokoll',
    goToJobs: 'Zu den Hintergrundaufträgen',
    goToTimes: 'Zur Leistung',
    goToSettings: 'Zu den Einstellungen',
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
      to: '/admin/invitations',
      label: extensionTexts.invitations,
      go: extensionTexts.goToInvitations,
      group: 'people',
      shownTo: adminPermissions.invite,
    },
    {
      to: '/admin/settings',
      label: extensionTexts.settings,
      go: extensionTexts.goToSettings,
      group: 'server',
      shownTo: adminPermissions.manageSettings,
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
  live: {
    // The queries from which pages know the settings.
    settings: [endpointKey(getSettings), endpointKey(getBugSettings), endpointKey(getLabelSettings)],
  },
};
