import type { Priority, Status } from '#contract/bugs/bug-fields.ts';
import type { Reason } from '#contract/conversation/inbox.ts';
import type { Language } from '#contract/languages.ts';
import type { Resolution } from '#contract/bugs/resolution.ts';

interface Texts {
  filed: (name: string) => string;
  commented: (name: string) => string;
  asked: (name: string) => string;
  changed: (name: string) => string;
  field: (label: string, from: string, to: string) => string;
  fieldChanged: (label: string) => string;
  fields: Readonly<Record<string, string>>;
  unassigned: string;
  status: Record<Status, string>;
  priority: Record<Priority, string>;
  resolution: Record<Resolution, string>;
  notGiven: string;
  yes: string;
  no: string;
  open: string;
  cut: string;
  because: (reasons: readonly string[]) => string;
  reasons: Record<Reason, string>;
  stop: string;
  settings: string;
  digestSubject: Record<'daily' | 'weekly', (bugs: number) => string>;
  digestIntro: (bugs: number) => string;
  digestFoot: string;
  more: (bugs: number) => string;
  inbox: string;
  unsubscribe: { title: string; text: string; button: string; done: string; invalid: string };
  example: { name: string; title: string; comment: string };
}

const list = (language: Language) => new Intl.ListFormat(language);

const en: Texts = {
  filed: (name) => `${name} filed this bug`,
  commented: (name) => `${name} commented`,
  asked: (name) => `${name} asked a question. Answer by a comment`,
  changed: (name) => `${name} changed this bug`,
  field: (label, from, to) => `${label}: ${from} → ${to}`,
  fieldChanged: (label) => `${label}: changed`,
  fields: {
    title: 'Title',
    description: 'Description',
    status: 'Status',
    resolution: 'Resolution',
    priority: 'Priority',
    assignedTo: 'Assigned to',
    component: 'Component',
    foundIn: 'Found in',
    fixedIn: 'Fixed in',
    labels: 'Labels',
    custom: 'Fields',
    files: 'Files',
    triaged: 'Triaged',
    question: 'Question',
  },
  unassigned: 'unassigned',
  status: { open: 'Open', 'in-progress': 'In Progress', resolved: 'Resolved' },
  priority: { low: 'Low', medium: 'Medium', high: 'High' },
  resolution: {
    fixed: 'Fixed',
    duplicate: 'Duplicate',
    'cannot-reproduce': 'Cannot reproduce',
    'works-as-intended': 'Works as intended',
    'wont-fix': 'Won’t fix',
  },
  notGiven: 'not given',
  yes: 'yes',
  no: 'no',
  open: 'Open the bug',
  cut: '(The rest is on the bug’s page.)',
  because: (reasons) => `You get this message because ${list('en').format(reasons)}.`,
  reasons: {
    mentioned: 'you are mentioned',
    assigned: 'the bug is assigned to you',
    commented: 'there is a comment on a bug that you watch',
    status: 'the status of a bug that you watch has changed',
    filed: 'you filed the bug',
    watching: 'you watch the bug',
  },
  stop: 'Stop all mail',
  settings: 'Choose which mail you get',
  digestSubject: {
    daily: (bugs) => `Today in Katydid: ${bugs === 1 ? '1 bug' : `${bugs} bugs`}`,
    weekly: (bugs) => `This week in Katydid: ${bugs === 1 ? '1 bug' : `${bugs} bugs`}`,
  },
  digestIntro: (bugs) =>
    bugs === 1 ? 'Your inbox has news about 1 bug.' : `Your inbox has news about ${bugs} bugs.`,
  digestFoot: 'You get this digest because you chose one in your settings.',
  more: (bugs) => (bugs === 1 ? 'And 1 more bug.' : `And ${bugs} more bugs.`),
  inbox: 'Open the inbox',
  unsubscribe: {
    title: 'Stop all mail from Katydid?',
    text: 'You will get no more mail about bugs. They stay in your inbox in Katydid, and you can choose mail again in your profile.',
    button: 'Stop all mail',
    done: 'You will get no more mail about bugs.',
    invalid: 'This link is not valid.',
  },
  example: {
    name: 'Ada',
    title: 'The list is empty',
    comment: 'I can reproduce this after clearing the filter.',
  },
};

const de: Texts = {
  filed: (name) => `${name} hat diesen Bug angelegt`,
  commented: (name) => `${name} hat kommentiert`,
  asked: (name) => `${name} hat eine Frage gestellt. Antworten Sie mit einem Kommentar`,
  changed: (name) => `${name} hat diesen Bug geändert`,
  field: (label, from, to) => `${label}: ${from} → ${to}`,
  fieldChanged: (label) => `${label}: geändert`,
  fields: {
    title: 'Titel',
    description: 'Beschreibung',
    status: 'Status',
    resolution: 'Ergebnis',
    priority: 'Priorität',
    assignedTo: 'Zugewiesen an',
    component: 'Komponente',
    foundIn: 'Gefunden in',
    fixedIn: 'Behoben in',
    labels: 'Labels',
    custom: 'Felder',
    files: 'Dateien',
    triaged: 'Durchgesehen',
    question: 'Frage',
  },
  unassigned: 'nicht zugewiesen',
  status: { open: 'Offen', 'in-progress': 'In Arbeit', resolved: 'Gelöst' },
  priority: { low: 'Niedrig', medium: 'Mittel', high: 'Hoch' },
  resolution: {
    fixed: 'Behoben',
    duplicate: 'Duplikat',
    'cannot-reproduce': 'Nicht nachvollziehbar',
    'works-as-intended': 'So beabsichtigt',
    'wont-fix': 'Wird nicht behoben',
  },
  notGiven: 'nicht angegeben',
  yes: 'ja',
  no: 'nein',
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
  stop: 'Keine E-Mails mehr',
  settings: 'E-Mails auswählen',
  digestSubject: {
    daily: (bugs) => `Heute in Katydid: ${bugs === 1 ? '1 Bug' : `${bugs} Bugs`}`,
    weekly: (bugs) => `Diese Woche in Katydid: ${bugs === 1 ? '1 Bug' : `${bugs} Bugs`}`,
  },
  digestIntro: (bugs) =>
    bugs === 1
      ? 'Zu einem Bug in Ihrem Eingang gibt es Neues.'
      : `Zu ${bugs} Bugs in Ihrem Eingang gibt es Neues.`,
  digestFoot: 'Diese Übersicht kommt, weil Sie sie in Ihren Einstellungen gewählt haben.',
  more: (bugs) => (bugs === 1 ? 'Und 1 weiterer Bug.' : `Und ${bugs} weitere Bugs.`),
  inbox: 'Eingang öffnen',
  unsubscribe: {
    title: 'Keine E-Mails mehr von Katydid?',
    text: 'Sie bekommen keine E-Mails zu Bugs mehr. Die Bugs bleiben in Ihrem Eingang in Katydid, und im Profil lassen sich E-Mails wieder auswählen.',
    button: 'Keine E-Mails mehr',
    done: 'Sie bekommen keine E-Mails zu Bugs mehr.',
    invalid: 'Dieser Link ist nicht gültig.',
  },
  example: {
    name: 'Ada',
    title: 'Die Liste ist leer',
    comment: 'Das passiert bei mir, wenn ich den Filter leere.',
  },
};

export const mailTexts: Readonly<Record<Language, Texts>> = { en, de };
