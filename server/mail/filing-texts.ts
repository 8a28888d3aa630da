import type { Language } from '#contract/languages.ts';
import type { MailContent } from './render.ts';

interface Filed {
  readonly number: number;
  readonly title: string;
  /** The address of the bug. */
  readonly url: string;
}

/** Tells a user that an e-mail became a bug. */
export const filedByMail: Readonly<Record<Language, (filed: Filed) => MailContent>> = {
  en: ({ number, title, url }) => ({
    subject: `[#${number}] ${title}`,
    blocks: [
      { kind: 'text', text: `Your e-mail was filed as bug #${number}.` },
      { kind: 'text', text: 'A reply to this message becomes a comment on it.' },
      { kind: 'link', label: 'Open the bug', url },
    ],
    foot: [
      {
        kind: 'text',
        text: 'If you did not send it, someone used your address. Contact an admin of Katydid.',
      },
    ],
  }),
  de: ({ number, title, url }) => ({
    subject: `[#${number}] ${title}`,
    blocks: [
      { kind: 'text', text: `Aus Ihrer E-Mail ist der Fehler #${number} geworden.` },
      { kind: 'text', text: 'Eine Antwort auf diese Nachricht wird dort ein Kommentar.' },
      { kind: 'link', label: 'Fehler öffnen', url },
    ],
    foot: [
      {
        kind: 'text',
        text: 'Wenn Sie sie nicht geschickt haben, hat jemand Ihre Adresse benutzt. Bitte wenden Sie sich an einen Admin von Katydid.',
      },
    ],
  }),
};

/** Tells a sender without an account that an e-mail was not filed. */
export const unknownSender: Readonly<Record<Language, (params: { publicUrl: string }) => MailContent>> = {
  en: ({ publicUrl }) => ({
    subject: 'Your e-mail was not filed as a bug',
    blocks: [
      {
        kind: 'text',
        text: 'No account of this bug tracker has your e-mail address. Please sign in there, or write from the address of your account.',
      },
      { kind: 'link', label: 'Open Katydid', url: publicUrl },
    ],
  }),
  de: ({ publicUrl }) => ({
    subject: 'Aus Ihrer E-Mail ist kein Fehlerbericht geworden',
    blocks: [
      {
        kind: 'text',
        text: 'Kein Konto hat hier Ihre E-Mail-Adresse. Bitte melden Sie sich an, oder schreiben Sie von der Adresse Ihres Kontos.',
      },
      { kind: 'link', label: 'Katydid öffnen', url: publicUrl },
    ],
  }),
};
