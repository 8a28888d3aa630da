import type { Reason } from '#contract/conversation/inbox.ts';
import type { DigestInterval, MailMode } from '#contract/conversation/mail.ts';
import { inLanguage } from '#web/language/language.ts';

interface Texts {
  notSetUp: string;
  failed: string;
  saveFailed: string;
  saved: string;
  reasons: Record<Reason, string>;
  modes: Record<MailMode, string>;
  help: string;
  digest: string;
  intervals: Record<DigestInterval, string>;
  hour: string;
  weekday: string;
  timeZone: string;
  language: string;
  preview: string;
  message: string;
  showDigest: string;
  previewFailed: string;
}

export const texts = inLanguage<Texts>({
  en: {
    notSetUp: 'This server sends no mail. What is new is in your inbox.',
    failed: 'Failed to fetch the mail settings',
    saveFailed: 'Failed to save the mail settings',
    saved: 'Mail settings saved.',
    reasons: {
      mentioned: 'I am mentioned',
      assigned: 'A bug is assigned to me',
      commented: 'Comments on bugs that I watch',
      status: 'Status changes of bugs that I watch',
      filed: 'Other changes of bugs that I filed',
      watching: 'Other changes of bugs that I watch',
    },
    modes: { now: 'At once', digest: 'In the digest', inbox: 'Only in the inbox' },
    help: 'Mentions and assignments are sent after 30 seconds, everything else when a bug has been quiet for two minutes. What you have read in the meantime is not sent.',
    digest: 'Digest',
    intervals: { daily: 'Every day', weekly: 'Every week' },
    hour: 'Hour of the digest',
    weekday: 'Day of the digest',
    timeZone: 'Time zone',
    language: 'Mails in',
    preview: 'Examples',
    message: 'Show a message',
    showDigest: 'Show a digest',
    previewFailed: 'Failed to fetch the example',
  },
  de: {
    notSetUp: 'Dieser Server verschickt keine E-Mails. Neues steht im Eingang.',
    failed: 'Die E-Mail-Einstellungen konnten nicht geladen werden',
    saveFailed: 'Die E-Mail-Einstellungen konnten nicht gespeichert werden',
    saved: 'E-Mail-Einstellungen gespeichert.',
    reasons: {
      mentioned: 'Ich werde erwähnt',
      assigned: 'Mir wird ein Bug zugewiesen',
      commented: 'Kommentare zu beobachteten Bugs',
      status: 'Statusänderungen beobachteter Bugs',
      filed: 'Andere Änderungen gemeldeter Bugs',
      watching: 'Andere Änderungen beobachteter Bugs',
    },
    modes: { now: 'Sofort', digest: 'In der Übersicht', inbox: 'Nur im Eingang' },
    help: 'Erwähnungen und Zuweisungen kommen nach 30 Sekunden, alles andere, wenn ein Bug zwei Minuten lang ruhig war. Was Sie inzwischen gelesen haben, wird nicht verschickt.',
    digest: 'Übersicht',
    intervals: { daily: 'Jeden Tag', weekly: 'Jede Woche' },
    hour: 'Stunde der Übersicht',
    weekday: 'Tag der Übersicht',
    timeZone: 'Zeitzone',
    language: 'E-Mails auf',
    preview: 'Beispiele',
    message: 'Nachricht zeigen',
    showDigest: 'Übersicht zeigen',
    previewFailed: 'Das Beispiel konnte nicht geladen werden',
  },
});
