import { sql } from 'kysely';
import { z } from 'zod';
import {
  type BugFields,
  type BugInputs,
  type BugValues,
  type Priority,
  type SpecifiedName,
  type Status,
  priorities,
  statuses,
} from '#contract/bugs/bug-fields.ts';
import { bugRefusals } from '#contract/bugs/bugs.ts';
import { fold } from '#contract/bugs/search.ts';
import { isCleanText } from '#contract/text.ts';
import type { FieldFilter, FieldServer, SqlTest, Words } from '#server/extensions/bug-field.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema } from '#server/engine/schema.ts';
import { fieldError } from '#server/http/errors.ts';
import { everyone, peopleWithIds, personWithId } from '#server/people.ts';

type Columns = Schema['bugs'];

/** A row of the table of bugs, without columns for search and of other features, with the names of its users. */
export interface BugRow extends Omit<
  Columns,
  'title_fold' | 'description_fold' | 'component_id' | 'triaged'
> {
  assignee_name: string | null;
  creator_name: string | null;
}

/** A column that bugs are sorted by, and what a cursor may hold of it. */
export interface SortColumn {
  readonly column: 'number' | 'rank' | 'updated_at' | 'title_fold' | 'status' | 'priority';
  readonly key: z.ZodType<string | number>;
}

/** A field that is in columns of the table of bugs. */
interface ColumnField<Name extends SpecifiedName = SpecifiedName> extends FieldServer<Name> {
  columnsOf(input: BugInputs[Name]): Partial<Columns>;
  valueOf(row: BugRow): BugValues[Name];
  readonly sort?: SortColumn;
}

type ColumnFields = {
  readonly [Name in SpecifiedName]: ColumnField<Name> &
    (BugFields[Name] extends { sorts: true } ? { readonly sort: SortColumn } : unknown);
};

/** Selects bugs that have one of the given values, separated by commas, in a column of choices. */
function isChoice(column: 'status' | 'priority', values: readonly string[]): FieldFilter {
  return {
    conditionOf(given) {
      const ranks = new Set(
        String(given)
          .split(',')
          .map((value) => values.indexOf(value)),
      );
      const oneOf = [...ranks].map((value) => ({ kind: 'is', value }));
      const [only] = oneOf;
      if (oneOf.length === 1 && only) return only;
      return { kind: 'any', value: JSON.stringify([...ranks]), oneOf };
    },
    where: (db, kind, value) =>
      kind === 'any'
        ? engineOf(db).isAmong(`bugs.${column}`, value, 'integer')
        : sql<boolean>`${sql.ref(`bugs.${column}`)} = ${value}`,
    isByNumber: true,
  };
}

/** Up to this number of persons, the index is used for each person's bugs. */
const fewPeople = 8;

/** Selects the bugs of the people that the parameter names, separated by commas, in one column. */
export function ofPerson(column: 'assigned_to' | 'created_by'): FieldFilter {
  return {
    conditionOf(given, callerId) {
      const ids = String(given).split(',');
      const oneOf = ids.map((id) => ({ kind: 'is', value: id === 'me' ? callerId : id, isSelective: true }));
      const [only] = oneOf;
      if (only && oneOf.length === 1) return only;
      const among = { kind: 'any', value: JSON.stringify(ids), isSelective: true };
      return ids.length <= fewPeople ? { ...among, oneOf } : among;
    },
    where: (db, kind, value) =>
      kind === 'any'
        ? engineOf(db).isAmong(`bugs.${column}`, value, 'uuid')
        : sql<boolean>`${sql.ref(`bugs.${column}`)} = ${value}`,
    isByNumber: true,
  };
}

function containsIn(column: 'title_fold' | 'description_fold') {
  return (db: Db, test: SqlTest) => {
    if (test.kind !== 'contains') throw new Error(`Texts are not asked for by ${test.kind}`);
    const { columnContains, needleOf } = engineOf(db).search;
    return columnContains(`bugs.${column}`, needleOf(test.text));
  };
}

const isAssignee = ofPerson('assigned_to');
const rank = z.int().min(0).max(2);

const byName: ColumnFields = {
  title: {
    name: 'title',
    inMail: { en: { label: 'Title', values: {} }, de: { label: 'Titel', values: {} } },
    columnsOf: (title) => ({ title, title_fold: fold(title) }),
    valueOf: ({ title }) => title,
    querying: { where: containsIn('title_fold') },
    sort: { column: 'title_fold', key: z.string().max(2000).refine(isCleanText) },
  },
  description: {
    name: 'description',
    inMail: { en: { label: 'Description' }, de: { label: 'Beschreibung' } },
    columnsOf: (description) => ({ description, description_fold: fold(description) }),
    valueOf: ({ description }) => description,
    querying: { where: containsIn('description_fold') },
  },
  status: {
    name: 'status',
    inMail: {
      en: {
        label: 'Status',
        values: { open: 'Open', 'in-progress': 'In Progress', resolved: 'Resolved' } satisfies Words<Status>,
      },
      de: {
        label: 'Status',
        values: { open: 'Offen', 'in-progress': 'In Arbeit', resolved: 'Gelöst' } satisfies Words<Status>,
      },
    },
    columnsOf: (status) => ({ status: statuses.indexOf(status) }),
    valueOf: ({ status }) => statuses[status] as Status,
    sort: { column: 'status', key: rank },
    filters: { status: isChoice('status', statuses) },
  },
  priority: {
    name: 'priority',
    inMail: {
      en: {
        label: 'Priority',
        values: { low: 'Low', medium: 'Medium', high: 'High' } satisfies Words<Priority>,
      },
      de: {
        label: 'Priorität',
        values: { low: 'Niedrig', medium: 'Mittel', high: 'Hoch' } satisfies Words<Priority>,
      },
    },
    columnsOf: (priority) => ({ priority: priorities.indexOf(priority) }),
    valueOf: ({ priority }) => priorities[priority] as Priority,
    sort: { column: 'priority', key: rank },
    filters: { priority: isChoice('priority', priorities) },
  },
  assignedTo: {
    name: 'assignedTo',
    inMail: {
      en: { label: 'Assigned to', values: { '': 'unassigned' } },
      de: { label: 'Zugewiesen an', values: { '': 'nicht zugewiesen' } },
    },
    columnsOf: (userId) => ({ assigned_to: userId }),
    valueOf: ({ assigned_to: id, assignee_name: name }) =>
      id === null ? null : { _id: id, name: name ?? '' },
    filters: {
      assignedTo: {
        conditionOf: (given, callerId) =>
          given === 'none' ? { kind: 'none', value: '' } : isAssignee.conditionOf(given, callerId),
        where: (db, kind, is) =>
          kind === 'none' ? sql<boolean>`bugs.assigned_to is null` : isAssignee.where(db, kind, is),
        isByNumber: true,
      },
    },
    querying: { named: everyone },
    async lookUp(tx, userId) {
      const user = userId === null ? undefined : await personWithId(tx, userId);
      return {
        decide() {
          if (userId !== null && !user) throw fieldError('assignedTo', bugRefusals.unknownAssignee());
          return userId;
        },
        valueOf: (id) => (id === null ? null : { _id: id, name: user?.name ?? '' }),
      };
    },
    async present(db, ids) {
      const people = await peopleWithIds(
        db,
        ids.filter((id) => id !== null),
      );
      return ids.map((id) => (id === null ? null : { _id: id, name: people.get(id)?.name ?? '' }));
    },
  },
};

/** The fields of the specification. */
export const columnFields: readonly ColumnField[] = Object.values(byName);
