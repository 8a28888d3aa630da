import * as z from 'zod/mini';
import { componentField } from '#contract/classification/component-field.ts';
import { customField } from '#contract/classification/custom-field.ts';
import {
  type BugField,
  type FixedField,
  bugField,
  fixedField,
  choiceField,
  choiceFilter,
  proseField,
  type QueryKind,
} from './field.ts';
import { filesField } from '#contract/conversation/file-field.ts';
import { labelsField } from '#contract/classification/label-field.ts';
import { catalogue, type Message, says } from '#contract/messages.ts';
import { resolutionField } from './resolution.ts';
import { id, idOrNone, requiredLine, requiredText, timestamp } from '#contract/text.ts';
import { questionField, triagedField } from './triage-fields.ts';
import { type UserRef, userRef } from '#contract/accounts/users.ts';
import { fixedInField, foundInField } from '#contract/classification/version-fields.ts';

/** The statuses, in the order in which they sort. */
export const statuses = ['open', 'in-progress', 'resolved'] as const;
/** The priorities, in the order in which they sort. */
export const priorities = ['low', 'medium', 'high'] as const;

export type Status = (typeof statuses)[number];
export type Priority = (typeof priorities)[number];

export const bugFieldMessages = catalogue('bugFields', {
  noAssignee: () => 'Assigned To must be the id of a user, or empty',
  noAssigneeFilter: () => 'assignedTo must be none, or ids and me, separated by commas',
  noCreatorFilter: () => 'createdBy must be ids and me, separated by commas',
});

const title = bugField({
  ...proseField('Title', requiredLine('Title', { max: 200, as: 'title' })),
  sorts: true,
  merge: 'words',
  query: { kind: 'text' },
});

/** The length of the longest description, in code points. */
export const maxDescription = 100_000;

const description = bugField({
  ...proseField('Description', requiredText('Description', { max: maxDescription })),
  merge: 'lines',
  query: { kind: 'text' },
});

const status = bugField({
  ...choiceField('Status', statuses),
  filter: { status: choiceFilter('Status', statuses) },
  matches: isAmong,
});

const priority = bugField({
  ...choiceField('Priority', priorities),
  filter: { priority: choiceFilter('Priority', priorities) },
  matches: isAmong,
});

const assignedTo = bugField({
  label: 'Assigned To',
  value: z.nullable(userRef),
  input: idOrNone(bugFieldMessages.noAssignee()),
  isRequired: false,
  inputOf: (user: UserRef | null) => user?._id ?? null,
  query: { name: 'assignee', kind: 'person', orNone: true },
  namesChangedBy: 'user',
  filter: {
    assignedTo: peopleFilter(
      (text) => text === 'none' || arePeople(text),
      bugFieldMessages.noAssigneeFilter(),
    ),
  },
  matches: isOneOf,
});

/** The maximum number of people in a filter. */
const maxPeopleInFilter = 20;

/** Whether the text is a list of people: ids, or `me`, separated by commas. */
function arePeople(text: string): boolean {
  const people = text.split(',');
  return (
    people.length <= maxPeopleInFilter && people.every((one) => one === 'me' || id.safeParse(one).success)
  );
}

/** A query parameter that filters by people. */
function peopleFilter(isFilter: (text: string) => boolean, error: Message) {
  const wrong = { error: says(error) };
  return z.optional(z.string(wrong).check(z.refine(isFilter, wrong)));
}

function isOneOf(user: UserRef | null, wanted: string, me: string): boolean {
  return wanted.split(',').some((one) => (user?._id ?? 'none') === (one === 'me' ? me : one));
}

function isAmong(value: string, wanted: string): boolean {
  return wanted.split(',').includes(value);
}

/** The fields of a bug, in the order in which they are sent. A feature adds a line for each. */
export const bugFields = {
  title,
  description,
  status,
  resolution: resolutionField,
  priority,
  assignedTo,
  component: componentField,
  foundIn: foundInField,
  fixedIn: fixedInField,
  labels: labelsField,
  custom: customField,
  files: filesField,
  triaged: triagedField,
  question: questionField,
} as const;

/** The fields that every bug has and no request sets. */
export const fixedFields = {
  createdBy: fixedField({
    value: userRef,
    query: { name: 'reporter', kind: 'person' },
    filter: {
      createdBy: peopleFilter(arePeople, bugFieldMessages.noCreatorFilter()),
    },
    matches: isOneOf,
  }),
  createdAt: fixedField({ value: timestamp, query: { name: 'created', kind: 'time' }, sorts: true }),
  updatedAt: fixedField({ value: timestamp, query: { name: 'updated', kind: 'time' }, sorts: true }),
} as const;

/** The fields by which bugs can be selected, with their names. */
export const selectingFields: readonly (readonly [string, FixedField])[] = [
  ...Object.entries<BugField>(bugFields),
  ...Object.entries<FixedField>(fixedFields),
];

/** The kinds of live changes that rename something that queries can name: a query may then select other bugs. */
export const namesInQueries: readonly string[] = Object.values<BugField>(bugFields).flatMap(
  ({ namesChangedBy }) => namesChangedBy ?? [],
);

export type BugFields = typeof bugFields;
export type BugFieldName = keyof BugFields;

/** The values of the fields in a bug. */
export type BugValues = { [K in BugFieldName]: z.output<BugFields[K]['value']> };
/** The inputs of the fields in requests. */
export type BugInputs = { -readonly [K in BugFieldName]: z.output<BugFields[K]['input']> };

/** The names of the fields in the specification, which are stored in the table of bugs. */
export type SpecifiedName = {
  [K in BugFieldName]: BugFields[K] extends { empty: unknown } ? never : K;
}[BugFieldName];

/** The fields that depend on other fields of the bug. */
export const dependentFields = Object.entries<BugField>(bugFields).flatMap(([name, { follows }]) =>
  follows ? [{ name: name as BugFieldName, ...follows }] : [],
);

/** The inputs or values of a bug, with dependent fields adapted to the fields on which they depend. */
export function settled<T extends Partial<BugValues> | Partial<BugInputs>>(bug: T): T {
  const adapted = dependentFields.flatMap(({ name, input }) =>
    bug[name] === undefined ? [] : [[name, input(bug[name], bug)]],
  );
  return { ...bug, ...(Object.fromEntries(adapted) as Partial<T>) };
}

/** The inputs that would give a bug its values. */
export function inputsOf(bug: BugValues): BugInputs {
  const inputs = Object.entries<BugField>(bugFields).map(([name, field]) => [
    name,
    field.inputOf(bug[name as BugFieldName]),
  ]);
  return Object.fromEntries(inputs) as BugInputs;
}

/** A number that a feature counts for every bug. It is 0 for a new bug, and no request can set it. */
interface CountedBugField {
  /** The kind of live change sent when the number changes; the bug's version does not. */
  readonly changedBy: string;
  /** How queries select by it; without it, they cannot. */
  readonly query?: {
    /** Its name in queries, if that differs from its name in bugs. */
    readonly name?: string;
    /** Whether queries compare the number, or only ask whether it is above zero. */
    readonly kind: Extract<QueryKind, 'number' | 'yes-no'>;
    /** The word after `has:` that selects bugs with a number above zero. */
    readonly has?: string;
  };
}

/** The numbers that features count for every bug, in the order in which they are sent. A feature adds a line for each. */
const countedFields = {
  /** How many comments the bug has, deleted ones aside. */
  comments: { changedBy: 'comments', query: { kind: 'number', has: 'comments' } },
  /** How many bugs that are not resolved block it. */
  blockedBy: { changedBy: 'relations', query: { name: 'blocked', kind: 'yes-no' } },
  /** How many of its children are not resolved. */
  openChildren: { changedBy: 'relations' },
  /** How many users have said that they are affected. */
  votes: { changedBy: 'votes', query: { kind: 'number', has: 'votes' } },
} as const satisfies Readonly<Record<string, CountedBugField>>;

export type CountedName = keyof typeof countedFields;

const countedNames = Object.keys(countedFields) as readonly CountedName[];

/** The counted fields with their names. */
export const counts: readonly (CountedBugField & { readonly name: CountedName })[] = countedNames.map(
  (name) => ({ name, ...countedFields[name] }),
);

/** The kinds of live changes that have a bug's id and alter its JSON. */
export const bugKinds: ReadonlySet<string> = new Set([
  'bug',
  'position',
  ...counts.map(({ changedBy }) => changedBy),
]);

/** An object with the result of `make` for each number. */
export function ofCounts<T>(make: (name: CountedName) => T): Record<CountedName, T> {
  return Object.fromEntries(countedNames.map((name) => [name, make(name)])) as Record<CountedName, T>;
}

/** The schema of each number, by its name. */
export const countSchemas = ofCounts(() => z.int());

/** The numbers of a new bug. */
export const noCounts: Readonly<Record<CountedName, number>> = ofCounts(() => 0);
