import type { Reason } from '#contract/conversation/inbox.ts';
import type { Language } from '#contract/languages.ts';

const list = (language: Language) => new Intl.ListFormat(language);

const en = {
  howToAnswer: 'To answer, comment on the bug.',
  open: 'Open the bug',
  cut: '(Read the rest on the bug’s page.)',
  because: (reasons: readonly string[]) => `You get this message because ${list('en').format(reasons)}.`,
  reasons: {
    mentioned: 'you were mentioned',
    assigned: 'the bug is assigned to you',
    commented: 'someone commented on a bug you watch',
    status: 'the status of a bug you watch changed',
    filed: 'you filed the bug',
    watching: 'you watch the bug',
  } satisfies Record<Reason, string>,
  settings: 'Choose which emails you get',
  digestSubject: {
    daily: (tracker: string, bugs: number) => `Today in ${tracker}: ${bugs === 1 ? '1 bug' : `${bugs} bugs`}`,
    weekly: (tracker: string, bugs: number) =>
      `This week in ${tracker}: ${bugs === 1 ? '1 bug' : `${bugs} bugs`}`,
  },
  digestIntro: (bugs: number) =>
    bugs === 1 ? 'Your inbox has news about 1 bug.' : `Your inbox has news about ${bugs} bugs.`,
  digestFoot: 'You get this digest because you turned it on in your settings.',
  more: (bugs: number) => (bugs === 1 ? 'And 1 more bug.' : `And ${bugs} more bugs.`),
  inbox: 'Open the inbox',
  unsubscribe: {
    title: 'Stop all email about bugs?',
    text: 'You will get no more email about bugs. News about them still appears in your inbox in the bug tracker, and you can turn email on again in your profile.',
    button: 'Stop all email',
    done: 'You will get no more email about bugs.',
    invalid: 'This link is not valid.',
  },
  example: {
    title: 'The list is empty',
    comment: 'I can reproduce this after clearing the filter.',
  },
};

const de: typeof en = {
  howToAnswer: 'Die Antwort ist ein Kommentar.',
  open: 'Bug öffnen',
  cut: '(Der Rest steht auf der Seite des Bugs.)',
  because: (reasons) => `Diese Nachricht kommt, weil ${list('de').format(reasons)}.`,
  reasons: {
    mentioned: 'Sie erwähnt werden',
    assigned: 'der Bug Ihnen zugewiesen ist',
    commented: 'es einen Kommentar zu einem Bug gibt, den Sie beobachten',
    status: 'sich der Status eines Bugs geändert hat, den Sie beobachten',
    filed: 'Sie den Bug gemeldet haben',
    watching: 'Sie den Bug beobachten',
  },
  settings: 'E-Mails auswählen',
  digestSubject: {
    daily: (tracker, bugs) => `Heute in ${tracker}: ${bugs === 1 ? '1 Bug' : `${bugs} Bugs`}`,
    weekly: (tracker, bugs) => `Diese Woche in ${tracker}: ${bugs === 1 ? '1 Bug' : `${bugs} Bugs`}`,
  },
  digestIntro: (bugs) =>
    bugs === 1
      ? 'Zu einem Bug in Ihrem Eingang gibt es Neues.'
      : `Zu ${bugs} Bugs in Ihrem Eingang gibt es Neues.`,
  digestFoot: 'Diese Übersicht kommt, weil Sie sie in Ihren Einstellungen gewählt haben.',
  more: (bugs) => (bugs === 1 ? 'Und 1 weiterer Bug.' : `Und ${bugs} weitere Bugs.`),
  inbox: 'Eingang öffnen',
  unsubscribe: {
    title: 'Keine E-Mails zu Bugs mehr?',
    text: 'Sie bekommen keine E-Mails zu Bugs mehr. Die Bugs bleiben in Ihrem Eingang, und im Profil lassen sich E-Mails wieder auswählen.',
    button: 'Keine E-Mails mehr',
    done: 'Sie bekommen keine E-Mails zu Bugs mehr.',
    invalid: 'Dieser Link ist nicht gültig.',
  },
  example: {
    title: 'Die Liste ist leer',
    comment: 'Das passiert bei mir, wenn ich den Filter leere.',
  },
};

export const mailTexts: Readonly<Record<Language, typeof en>> = { en, de };
