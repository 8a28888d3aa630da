import { inLanguage } from '#web/language/language.ts';

export const placeTexts = inLanguage({
  en: { users: 'Go to the users', audit: 'Go to the audit trail', times: 'Go to the times' },
  de: { users: 'Zu den Benutzern', audit: 'Zum Prüfprotokoll', times: 'Zu den Zeiten' },
});
