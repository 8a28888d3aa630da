import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    goToUsers: 'Go to the users',
    goToAudit: 'Go to the audit trail',
    goToTimes: 'Go to the times',
  },
  de: {
    goToUsers: 'Zu den Konten',
    goToAudit: 'Zum Protokoll',
    goToTimes: 'Zu den Zeiten',
  },
});
