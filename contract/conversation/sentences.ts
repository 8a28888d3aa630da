import type { BugFieldName, Priority, Status } from '#contract/bugs/bug-fields.ts';
import type { Resolution } from '#contract/bugs/resolution.ts';
import { type Language, pluralIn } from '#contract/languages.ts';
import { isolated } from './isolated.ts';
import type { Action, News } from './news.ts';

/* The sentences about what others have done to a bug: the same in inboxes, notifications and mails. */

type Values = {
  readonly status: Readonly<Record<Status, string>>;
  readonly priority: Readonly<Record<Priority, string>>;
  readonly resolution: Readonly<Record<Resolution, string>>;
};

/** How a language expresses actions, without the user's name. */
interface Words {
  /** The name with the clauses. */
  readonly says: (clauses: string) => string;
  /** A user whose name is not known. */
  readonly someone: string;
  readonly quoted: (text: string) => string;
  readonly values: Values;
  readonly yes: string;
  readonly no: string;
  /** The fields as objects of a sentence. */
  readonly fields: Readonly<Record<Exclude<BugFieldName, 'custom'>, string>>;
  readonly simple: Readonly<
    Record<'assigned' | 'mentioned' | 'asked' | 'unassigned' | 'filed' | 'asked-reporter' | 'took', string>
  >;
  readonly commented: (times: number) => string;
  /** A field with its new value; `set` makes the clause of one or more of these. */
  readonly pair: (field: string, value: string) => string;
  readonly set: (pairs: string) => string;
  readonly cleared: (field: string) => string;
  readonly changed: (field: string) => string;
  readonly changedBug: string;
  readonly assignedOther: (name: string) => string;
  readonly accepted: string;
  readonly putBack: string;
  readonly closed: string;
  readonly labels: Readonly<Record<'added' | 'removed', (names: string, count: number) => string>>;
  readonly files: Readonly<Record<'added' | 'removed', (names: string) => string>>;
  readonly versions: Readonly<Record<'added' | 'removed', (names: string, field: string) => string>>;
  readonly more: (count: number) => string;
}

const plurals = { en: pluralIn('en'), de: pluralIn('de') };

const en: Words = {
  says: (clauses) => clauses,
  someone: 'Someone',
  quoted: (text) => `“${text}”`,
  values: {
    status: { open: 'Open', 'in-progress': 'In Progress', resolved: 'Resolved' },
    priority: { low: 'Low', medium: 'Medium', high: 'High' },
    resolution: {
      fixed: 'Fixed',
      duplicate: 'Duplicate',
      'cannot-reproduce': 'Cannot reproduce',
      'works-as-intended': 'Works as intended',
      'wont-fix': 'Won’t fix',
    },
  },
  yes: 'Yes',
  no: 'No',
  fields: {
    title: 'the title',
    description: 'the description',
    status: 'the status',
    resolution: 'the resolution',
    priority: 'the priority',
    assignedTo: 'the assignee',
    component: 'the component',
    foundIn: 'Found in',
    fixedIn: 'Fixed in',
    labels: 'the labels',
    files: 'the files',
    triaged: 'the triage',
    question: 'the question',
  },
  simple: {
    assigned: 'assigned you',
    mentioned: 'mentioned you',
    asked: 'asked you a question',
    unassigned: 'unassigned you',
    filed: 'filed the bug',
    'asked-reporter': 'asked the reporter a question',
    took: 'took the bug',
  },
  commented: (times) => (times === 1 ? 'commented' : `commented ${times} times`),
  pair: (field, value) => `${field} to ${value}`,
  set: (pairs) => `set ${pairs}`,
  cleared: (field) => `cleared ${field}`,
  changed: (field) => `changed ${field}`,
  changedBug: 'changed the bug',
  assignedOther: (name) => `assigned ${name}`,
  accepted: 'accepted the bug',
  putBack: 'put the bug back into triage',
  closed: 'closed the question',
  labels: {
    added: (names, count) => `added the ${count === 1 ? 'label' : 'labels'} ${names}`,
    removed: (names, count) => `removed the ${count === 1 ? 'label' : 'labels'} ${names}`,
  },
  files: { added: (names) => `attached ${names}`, removed: (names) => `removed ${names}` },
  versions: {
    added: (names, field) => `added ${names} to ${field}`,
    removed: (names, field) => `removed ${names} from ${field}`,
  },
  more: (count) => plurals.en(count, { one: `and ${count} more change`, other: `and ${count} more changes` }),
};

const de: Words = {
  says: (clauses) => `hat ${clauses}`,
  someone: 'Jemand',
  quoted: (text) => `„${text}“`,
  values: {
    status: { open: 'Offen', 'in-progress': 'In Arbeit', resolved: 'Gelöst' },
    priority: { low: 'Niedrig', medium: 'Mittel', high: 'Hoch' },
    resolution: {
      fixed: 'Behoben',
      duplicate: 'Duplikat',
      'cannot-reproduce': 'Nicht nachvollziehbar',
      'works-as-intended': 'So beabsichtigt',
      'wont-fix': 'Wird nicht behoben',
    },
  },
  yes: 'Ja',
  no: 'Nein',
  fields: {
    title: 'den Titel',
    description: 'die Beschreibung',
    status: 'den Status',
    resolution: 'das Ergebnis',
    priority: 'die Priorität',
    assignedTo: 'die Zuweisung',
    component: 'die Komponente',
    foundIn: '„Gefunden in“',
    fixedIn: '„Behoben in“',
    labels: 'die Labels',
    files: 'die Dateien',
    triaged: 'die Sichtung',
    question: 'die Rückfrage',
  },
  simple: {
    assigned: 'Ihnen den Bug zugewiesen',
    mentioned: 'Sie erwähnt',
    asked: 'Ihnen eine Frage gestellt',
    unassigned: 'die Zuweisung an Sie aufgehoben',
    filed: 'den Bug gemeldet',
    'asked-reporter': 'eine Rückfrage gestellt',
    took: 'den Bug übernommen',
  },
  commented: (times) => (times === 1 ? 'kommentiert' : `${times}-mal kommentiert`),
  pair: (field, value) => `${field} auf „${value}“`,
  set: (pairs) => `${pairs} gesetzt`,
  cleared: (field) => `${field} geleert`,
  changed: (field) => `${field} geändert`,
  changedBug: 'den Bug geändert',
  assignedOther: (name) => `den Bug ${name} zugewiesen`,
  accepted: 'den Bug angenommen',
  putBack: 'den Bug in die Sichtung zurückgelegt',
  closed: 'die Rückfrage beendet',
  labels: {
    added: (names, count) => `${count === 1 ? 'das Label' : 'die Labels'} ${names} hinzugefügt`,
    removed: (names, count) => `${count === 1 ? 'das Label' : 'die Labels'} ${names} entfernt`,
  },
  files: { added: (names) => `${names} angehängt`, removed: (names) => `${names} entfernt` },
  versions: {
    added: (names, field) => `${names} zu ${field} hinzugefügt`,
    removed: (names, field) => `${names} aus ${field} entfernt`,
  },
  more: (count) =>
    plurals.de(count, { one: `und ${count} weitere Änderung`, other: `und ${count} weitere Änderungen` }),
};

const words: Readonly<Record<Language, Words>> = { en, de };
const lists: Readonly<Record<Language, Intl.ListFormat>> = {
  en: new Intl.ListFormat('en'),
  de: new Intl.ListFormat('de'),
};

/** What a user did as the predicate of a sentence that begins with the user's name, as in "set the priority to High and assigned you". */
export function predicateOf(actions: readonly Action[], language: Language): string {
  const { says, set } = words[language];
  const pairs = actions.flatMap((one) => pairOf(one, language) ?? []);
  const joined = (parts: readonly string[]) => lists[language].format(parts);
  let isSaid = false;
  const clauses = actions.flatMap((one) => {
    if (pairOf(one, language) === undefined) return [clauseOf(one, language)];
    // All values that were set form one clause, in the place of the first.
    if (isSaid) return [];
    isSaid = true;
    return [set(joined(pairs))];
  });
  return says(joined(clauses));
}

/** The sentence about what a user did. */
export function sentenceOf(name: string, actions: readonly Action[], language: Language): string {
  return `${nameIn(name, language)} ${predicateOf(actions, language)}`;
}

/** The name of a user in a sentence; the accounts of some have none. */
export function nameIn(name: string, language: Language): string {
  return name === '' ? words[language].someone : name;
}

/** How many further changes there were, after a semicolon; empty for none. */
export function moreText(more: number, language: Language): string {
  return more === 0 ? '' : words[language].more(more);
}

/** A text in quotation marks. */
export function quotedIn(text: string, language: Language): string {
  return words[language].quoted(text);
}

/** All that was done, as one line of text. */
export function newsText({ by, more }: News, language: Language): string {
  const sentences = by.map(({ user, actions }) => sentenceOf(user.name, actions, language)).join('; ');
  return more === 0 ? sentences : `${sentences}; ${moreText(more, language)}`;
}

/** A field with its new value; undefined if a clause of its own expresses that. */
function pairOf({ is, field, name, to }: Action, language: Language): string | undefined {
  if (is !== 'set' || field === undefined || to === undefined || to === null) return undefined;
  const { pair, fields, quoted } = words[language];
  if (field === 'custom') return pair(isolated(name ?? ''), valueText(to, language));
  if (field === 'assignedTo' || field === 'triaged') return undefined;
  if (field === 'title' && language === 'en') return pair(fields.title, quoted(isolated(String(to))));
  return pair(fields[field], wordFor(field, to, language));
}

function clauseOf({ is, field, name, to = null }: Action, language: Language): string {
  const texts = words[language];
  if (is === 'commented') return texts.commented(typeof to === 'number' ? to : 1);
  if (is === 'added' || is === 'removed') return listClause(is, { field, to }, language);
  if (is !== 'set' && is !== 'changed') return texts.simple[is];
  if (field === undefined) return texts.changedBug;
  if (field === 'custom') return texts.cleared(isolated(name ?? ''));
  return ownClause(field, to, language) ?? texts[is === 'set' ? 'cleared' : 'changed'](texts.fields[field]);
}

/** The clause of a field that is not set to a value, but has words of its own. */
function ownClause(field: BugFieldName, to: Action['to'], language: Language): string | undefined {
  const texts = words[language];
  if (field === 'triaged') return to === true ? texts.accepted : texts.putBack;
  if (field === 'question') return texts.closed;
  return field === 'assignedTo' && typeof to === 'string' ? texts.assignedOther(isolated(to)) : undefined;
}

function listClause(
  is: 'added' | 'removed',
  { field, to }: Pick<Action, 'field' | 'to'>,
  language: Language,
): string {
  const { fields, labels, files, versions } = words[language];
  const names = Array.isArray(to) ? to.map(isolated) : [];
  const listed = lists[language].format(names);
  if (field === 'labels') return labels[is](listed, names.length);
  return field === 'foundIn' ? versions[is](listed, fields[field]) : files[is](listed);
}

function wordFor(field: BugFieldName, to: NonNullable<Action['to']>, language: Language): string {
  const { values } = words[language];
  const known: Readonly<Record<string, string>> | undefined =
    field === 'status' || field === 'priority' || field === 'resolution' ? values[field] : undefined;
  return known?.[String(to)] ?? valueText(to, language);
}

const isoDay = /^\d{4}-\d\d-\d\d$/;

function valueText(value: NonNullable<Action['to']>, language: Language): string {
  if (Array.isArray(value)) return lists[language].format(value.map(isolated));
  if (typeof value === 'boolean') return value ? words[language].yes : words[language].no;
  if (typeof value === 'number') return value.toLocaleString(language, { maximumFractionDigits: 6 });
  const day = isoDay.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  // A text may look like a day without being one.
  if (!day || Number.isNaN(day.getTime())) return isolated(value);
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
}
