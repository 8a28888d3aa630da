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
    notSetUp: 'Email is not set up on this server. You can see what is new in your inbox.',
    failed: 'Failed to fetch the mail settings',
    saveFailed: 'Failed to save the mail settings',
    saved: 'Mail settings saved.',
    reasons: {
      mentioned: 'I am mentioned',
      assigned: 'A bug is assigned to me',
      commented: 'Comments on bugs I watch',
      status: 'Status changes to bugs I watch',
      filed: 'Other changes to bugs I filed',
      watching: 'Other changes to bugs I watch',
    },
    modes: { now: 'Immediately', digest: 'In the digest', inbox: 'Inbox only' },
    help: 'Mentions and assignments are sent after 30 seconds, everything else once a bug has been quiet for two minutes. Anything you read before then is not sent.',
    digest: 'Digest',
    intervals: { daily: 'Every day', weekly: 'Every week' },
    hour: 'Hour of the digest',
    weekday: 'Day of the digest',
    timeZone: 'Time zone',
    language: 'Language of mail',
    preview: 'Examples',
    message: 'Preview a message',
    showDigest: 'Preview a digest',
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
