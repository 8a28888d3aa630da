import { inLanguage } from '#web/language/language.ts';

export const manifestTexts = inLanguage({
  en: {
    users: 'Users',
    goToUsers: 'Go to the users',
    goToAudit: 'Go to the audit trail',
    goToTimes: 'Go to the times',
  },
  de: {
    users: 'Konten',
    goToUsers: 'Zu den Konten',
    goToAudit: 'Zum Protokoll',
    goToTimes: 'Zu den Zeiten',
  },
});
