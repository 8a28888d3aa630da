import type { Language } from '#contract/languages.ts';
import type { MailContent } from './render.ts';

/** Why a reply by e-mail did not become a comment. */
export type RefusalReason = 'otherSender' | 'expired' | 'bugGone' | 'empty' | 'tooManyFiles' | 'unfit';

interface Refusal {
  readonly reason: RefusalReason;
  /** The subject of the reply. */
  readonly subject: string;
  /** What the rules for comments and files say, in English. */
  readonly details: string;
}

const reasons: Readonly<Record<Language, Record<RefusalReason, string>>> = {
  en: {
    otherSender: 'It was not sent from the e-mail address of your account.',
    expired: 'The address that it was sent to is no longer valid.',
    bugGone: 'The bug was deleted.',
    empty: 'It has no text of its own.',
    tooManyFiles: 'It has too many attachments.',
    unfit: 'It breaks a rule for comments and files:',
  },
  de: {
    otherSender: 'Sie kam nicht von der E-Mail-Adresse Ihres Kontos.',
    expired: 'Die Adresse, an die sie ging, ist nicht mehr gültig.',
    bugGone: 'Der Fehler wurde gelöscht.',
    empty: 'Sie hat keinen eigenen Text.',
    tooManyFiles: 'Sie hat zu viele Anhänge.',
    unfit: 'Sie verletzt eine Regel für Kommentare und Dateien:',
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

/** Tells the user that a reply did not become a comment, and why. */
export const replyRefused: Readonly<
  Record<Language, (params: Refusal & { publicUrl: string }) => MailContent>
> = {
  en: (params) =>
    content(
      'Your reply was not accepted',
      [`Your reply "${params.subject}" did not become a comment.`, reasonIn('en', params)],
      params.publicUrl,
      'Comment in Katydid instead',
    ),
  de: (params) =>
    content(
      'Ihre Antwort wurde nicht angenommen',
      [`Aus Ihrer Antwort „${params.subject}“ ist kein Kommentar geworden.`, reasonIn('de', params)],
      params.publicUrl,
      'Stattdessen in Katydid kommentieren',
    ),
};
