import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
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
