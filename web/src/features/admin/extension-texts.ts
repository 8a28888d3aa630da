import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    users: 'Users',
    audit: 'Audit',
    jobs: 'Jobs',
    times: 'Performance',
    goToUsers: 'Go to the users',
    goToAudit: 'Go to the audit trail',
    goToJobs: 'Go to the background jobs',
    goToTimes: 'Go to the times',
  },
  de: {
    users: 'Konten',
    audit: 'Protokoll',
    jobs: 'Aufträge',
    times: 'Zeiten',
    goToUsers: 'Zu den Konten',
    goToAudit: 'Zum Protokoll',
    goToJobs: 'Zu den Hintergrundaufträgen',
    goToTimes: 'Zu den Zeiten',
  },
});
