import { inLanguage } from '#web/language/language.ts';

export const placeTexts = inLanguage({
  en: { users: 'Go to the users', audit: 'Go to the audit trail', times: 'Go to the times' },
  de: { users: 'Zu den Konten', audit: 'Zum Protokoll', times: 'Zu den Zeiten' },
});
