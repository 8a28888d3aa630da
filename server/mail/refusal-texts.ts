import type { Language } from '#contract/languages.ts';
import type { MailContent } from './render.ts';

/** Why an e-mail did not become a comment or a bug. */
export type RefusalReason =
  | 'otherSender'
  | 'unconfirmed'
  | 'expired'
  | 'bugGone'
  | 'empty'
  | 'noSubject'
  | 'tooMany'
  | 'tooMuch'
  | 'tooManyReplies'
  | 'tooManyFiles'
  | 'unfit';

interface Refusal {
  readonly reason: RefusalReason;
  /** Whether it should have become a bug. */
  readonly isFiling?: boolean;
  /** The subject of the e-mail. */
  readonly subject: string;
  /** The messages of the rules for bugs, comments and files, in English. */
  readonly details: string;
}

const reasons: Readonly<Record<Language, Record<RefusalReason, string>>> = {
  en: {
    otherSender: 'It was not sent from the e-mail address of your account.',
    unconfirmed: 'The e-mail address of your account is not confirmed yet.',
    expired: 'The address that it was sent to is no longer valid.',
    bugGone: 'The bug was deleted.',
    empty: 'It has no text of its own.',
    noSubject: 'It has no subject, which is the title of a bug.',
    tooMany: 'Too many e-mails came from your address in this hour.',
    tooMuch: 'The attachments of e-mails from your address in this hour are too large together.',
    tooManyReplies:
      'Too many replies to this bug came from your address in this hour. Further ones are refused without a mail.',
    tooManyFiles: 'It has too many attachments.',
    unfit: 'It breaks a rule for what is stored:',
  },
  de: {
    otherSender: 'Sie kam nicht von der E-Mail-Adresse Ihres Kontos.',
    unconfirmed: 'Die E-Mail-Adresse Ihres Kontos ist noch nicht bestätigt.',
    expired: 'Die Adresse, an die sie ging, ist nicht mehr gültig.',
    bugGone: 'Der Fehler wurde gelöscht.',
    empty: 'Sie hat keinen eigenen Text.',
    noSubject: 'Sie hat keinen Betreff, und der ist der Titel eines Fehlers.',
    tooMany: 'Von Ihrer Adresse kamen in dieser Stunde zu viele E-Mails.',
    tooMuch: 'Die Anhänge der E-Mails von Ihrer Adresse sind in dieser Stunde zusammen zu groß.',
    tooManyReplies:
      'Von Ihrer Adresse kamen in dieser Stunde zu viele Antworten zu diesem Fehler. Weitere werden ohne eine E-Mail abgelehnt.',
    tooManyFiles: 'Sie hat zu viele Anhänge.',
    unfit: 'Sie verletzt eine Regel für das, was gespeichert wird:',
  },
};

function content(subject: string, texts: readonly string[], publicUrl: string, open: string): MailContent {
  return {
    subject,
    blocks: [
      ...texts.map((text) => ({ kind: 'text' as const, text })),
      { kind: 'link', label: open, url: publicUrl },
    ],
  };
}

function reasonIn(language: Language, { reason, details }: Refusal): string {
  return reason === 'unfit' ? `${reasons[language].unfit} ${details}` : reasons[language][reason];
}

/** Tells the user that an e-mail did not become a comment or a bug, and why. */
export const replyRefused: Readonly<
  Record<Language, (params: Refusal & { publicUrl: string }) => MailContent>
> = {
  en: (params) =>
    params.isFiling === true
      ? content(
          'Your e-mail was not filed as a bug',
          [`Your e-mail "${params.subject}" did not become a bug.`, reasonIn('en', params)],
          params.publicUrl,
          'File it in Katydid instead',
        )
      : content(
          'Your reply was not accepted',
          [`Your reply "${params.subject}" did not become a comment.`, reasonIn('en', params)],
          params.publicUrl,
          'Comment in Katydid instead',
        ),
  de: (params) =>
    params.isFiling === true
      ? content(
          'Aus Ihrer E-Mail ist kein Fehlerbericht geworden',
          [`Aus Ihrer E-Mail „${params.subject}“ ist kein Fehlerbericht geworden.`, reasonIn('de', params)],
          params.publicUrl,
          'Stattdessen in Katydid melden',
        )
      : content(
          'Ihre Antwort wurde nicht angenommen',
          [`Aus Ihrer Antwort „${params.subject}“ ist kein Kommentar geworden.`, reasonIn('de', params)],
          params.publicUrl,
          'Stattdessen in Katydid kommentieren',
        ),
};
