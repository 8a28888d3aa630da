import type { Language } from '#contract/languages.ts';
import type { MailContent } from './render.ts';

interface Filed {
  readonly number: number;
  readonly title: string;
  /** The address of the bug. */
  readonly url: string;
}

/** The message that informs a user that an e-mail became a bug. */
export const filedByMail: Readonly<Record<Language, (filed: Filed) => MailContent>> = {
  en: ({ number, title, url }) => ({
    subject: `[#${number}] ${title}`,
    blocks: [
      `Your e-mail was filed as bug #${number}.`,
      'A reply to this message becomes a comment on it.',
      { kind: 'link', label: 'Open the bug', url },
    ],
    foot: ['If you did not send it, someone used your address. Contact an admin of the bug tracker.'],
  }),
  de: ({ number, title, url }) => ({
    subject: `[#${number}] ${title}`,
    blocks: [
      `Aus Ihrer E-Mail ist der Fehler #${number} geworden.`,
      'Eine Antwort auf diese Nachricht wird dort ein Kommentar.',
      { kind: 'link', label: 'Fehler öffnen', url },
    ],
    foot: [
      'Wenn Sie sie nicht geschickt haben, hat jemand Ihre Adresse benutzt. Bitte wenden Sie sich an einen Admin des Bugtrackers.',
    ],
  }),
};

/** The reason why an e-mail did not become a comment or a bug. */
export type RefusalReason = keyof typeof reasonsInEnglish;

const reasonsInEnglish = {
  otherSender: 'It was not sent from the e-mail address of your account.',
  unconfirmed: 'The e-mail address of your account is not confirmed yet.',
  expired: 'The address that it was sent to is no longer valid.',
  bugGone: 'The bug was deleted.',
  empty: 'It has no text of its own.',
  noSubject: 'It has no subject, which is the title of a bug.',
  tooMany:
    'Too many e-mails came from your address within an hour. If more are refused, you will get one list of them in an hour.',
  tooMuch: 'Together, the attachments of your e-mails within an hour are too large.',
  tooManyReplies:
    'Too many replies to this bug came from your address within an hour. If more are refused, you will get one list of them in an hour.',
  tooManyFiles: 'It has too many attachments.',
  unfit: 'It cannot be stored:',
};

export const refusalReasons = Object.keys(reasonsInEnglish) as [RefusalReason, ...RefusalReason[]];

interface RefusalWords {
  readonly reasons: Record<RefusalReason, string>;
  /** The subject, the first line and the link for a message that should have become a bug. */
  readonly bug: readonly [subject: string, fact: (subject: string) => string, link: string];
  readonly comment: RefusalWords['bug'];
}

const refusalWords: Readonly<Record<Language, RefusalWords>> = {
  en: {
    reasons: reasonsInEnglish,
    bug: [
      'Your e-mail was not filed as a bug',
      (subject) => `Your e-mail "${subject}" was not filed as a bug.`,
      'File it on the web instead',
    ],
    comment: [
      'Your reply was not accepted',
      (subject) => `Your reply "${subject}" did not become a comment.`,
      'Comment on the web instead',
    ],
  },
  de: {
    reasons: {
      otherSender: 'Sie kam nicht von der E-Mail-Adresse Ihres Kontos.',
      unconfirmed: 'Die E-Mail-Adresse Ihres Kontos ist noch nicht bestätigt.',
      expired: 'Die Adresse, an die sie ging, ist nicht mehr gültig.',
      bugGone: 'Der Fehler wurde gelöscht.',
      empty: 'Sie hat keinen eigenen Text.',
      noSubject: 'Sie hat keinen Betreff, und der ist der Titel eines Fehlers.',
      tooMany:
        'Von Ihrer Adresse kamen in dieser Stunde zu viele E-Mails. Werden weitere abgelehnt, stehen sie in einer Stunde zusammen in einer Nachricht.',
      tooMuch: 'Die Anhänge der E-Mails von Ihrer Adresse sind in dieser Stunde zusammen zu groß.',
      tooManyReplies:
        'Von Ihrer Adresse kamen in dieser Stunde zu viele Antworten zu diesem Fehler. Werden weitere abgelehnt, stehen sie in einer Stunde zusammen in einer Nachricht.',
      tooManyFiles: 'Sie hat zu viele Anhänge.',
      unfit: 'Sie verletzt eine Regel für das, was gespeichert wird:',
    },
    bug: [
      'Aus Ihrer E-Mail ist kein Fehlerbericht geworden',
      (subject) => `Aus Ihrer E-Mail „${subject}“ ist kein Fehlerbericht geworden.`,
      'Stattdessen im Web melden',
    ],
    comment: [
      'Ihre Antwort wurde nicht angenommen',
      (subject) => `Aus Ihrer Antwort „${subject}“ ist kein Kommentar geworden.`,
      'Stattdessen im Web kommentieren',
    ],
  },
};

/** The parameters of the answer to a refused message. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** Whether the message should have become a bug. */
  readonly isFiling?: boolean;
  /** The subject of the message. */
  readonly subject: string;
  /** The message of the violated rule for bugs, comments or files, in English. */
  readonly details: string;
}

/** The message that informs a user why an e-mail did not become a comment or a bug. */
export function replyRefused(
  language: Language,
  { reason, isFiling, subject, details, publicUrl }: Refusal & { readonly publicUrl: string },
): MailContent {
  const { reasons, bug, comment } = refusalWords[language];
  const [title, fact, link] = isFiling === true ? bug : comment;
  return {
    subject: title,
    blocks: [
      fact(subject.trim() || summaryWords[language].noSubject),
      reason === 'unfit' ? `${reasons.unfit} ${details}` : reasons[reason],
      { kind: 'link', label: link, url: publicUrl },
    ],
  };
}

/** The parameters of the summary of refused messages that were not answered one by one. */
export interface RefusedMails {
  /** When the first message was refused. */
  readonly since: string;
  readonly count: number;
  /** The first messages. */
  readonly mails: readonly Pick<Refusal, 'subject' | 'reason' | 'details'>[];
}

interface SummaryWords {
  readonly subject: (count: number) => string;
  readonly fact: (count: number, since: string) => string;
  readonly noSubject: string;
  readonly others: (count: number) => string;
  /** What the recipient can do. */
  readonly advice: string;
  readonly link: (tracker: string) => string;
  /** Replacements for reasons that mention this summary, without the mention. */
  readonly reasons: Partial<Record<RefusalReason, string>>;
}

const summaryWords: Readonly<Record<Language, SummaryWords>> = {
  en: {
    subject: (count) =>
      count === 1 ? 'An e-mail of yours was not accepted' : `${count} of your e-mails were not accepted`,
    fact: (count, since) =>
      count === 1
        ? `On ${since}, one more of your e-mails became neither a bug nor a comment.`
        : `Since ${since}, ${count} more of your e-mails became neither a bug nor a comment.`,
    noSubject: '(no subject)',
    others: (count) => `And ${count} more.`,
    advice:
      'Send again what still matters: 30 new bugs an hour, and 20 replies an hour to a bug, are accepted. Or use the web instead.',
    link: (tracker) => `Open ${tracker}`,
    reasons: {
      tooMany: 'Too many e-mails came from your address within an hour:',
      tooManyReplies: 'Too many replies to one bug came from your address within an hour:',
    },
  },
  de: {
    subject: (count) =>
      count === 1
        ? 'Eine Ihrer E-Mails wurde nicht angenommen'
        : `${count} Ihrer E-Mails wurden nicht angenommen`,
    fact: (count, since) =>
      count === 1
        ? `Am ${since} ist aus einer weiteren Ihrer E-Mails weder ein Fehlerbericht noch ein Kommentar geworden.`
        : `Seit dem ${since} ist aus ${count} weiteren Ihrer E-Mails weder ein Fehlerbericht noch ein Kommentar geworden.`,
    noSubject: '(kein Betreff)',
    others: (count) => `Und ${count} weitere.`,
    advice:
      'Bitte senden Sie noch einmal, was noch wichtig ist: Angenommen werden 30 neue Fehlerberichte in der Stunde und 20 Antworten in der Stunde zu einem Fehler. Oder erledigen Sie es im Web.',
    link: (tracker) => `${tracker} öffnen`,
    reasons: {
      tooMany: 'Von Ihrer Adresse kamen innerhalb einer Stunde zu viele E-Mails:',
      tooManyReplies: 'Von Ihrer Adresse kamen innerhalb einer Stunde zu viele Antworten zu einem Fehler:',
    },
  },
};

/** The message that informs a user of the e-mails of an hour that did not become a comment or a bug. */
export function mailsRefused(
  language: Language,
  {
    since,
    count,
    mails,
    publicUrl,
    tracker,
  }: RefusedMails & { readonly publicUrl: string; readonly tracker: string },
): MailContent {
  const words = summaryWords[language];
  const { reasons } = refusalWords[language];
  const byReason = Map.groupBy(mails, ({ reason, details }) =>
    reason === 'unfit' ? `${reasons.unfit} ${details}` : (words.reasons[reason] ?? reasons[reason]),
  );
  const lists = Array.from(byReason, ([reason, some]) =>
    [reason, ...some.map(({ subject }) => `- ${subject.trim() || words.noSubject}`)].join('\n'),
  );
  return {
    subject: words.subject(count),
    blocks: [
      words.fact(count, since),
      ...lists,
      ...(count > mails.length ? [words.others(count - mails.length)] : []),
      words.advice,
      { kind: 'link', label: words.link(tracker), url: publicUrl },
    ],
  };
}
