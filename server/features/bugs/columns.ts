import { sql } from 'kysely';
import {
  type BugInputs,
  type BugValues,
  type Priority,
  type SpecifiedName,
  type Status,
  type fixedFields,
  priorities,
  statuses,
} from '#contract/bugs/bug-fields.ts';
import { bugRefusals } from '#contract/bugs/bugs.ts';
import type { ServerField } from '#server/extensions/bug-field.ts';
import { foldsOf } from '#server/engine/folds.ts';
import type { Schema } from '#server/engine/schema.ts';
import {
  type FindableField,
  choiceFilter,
  containing,
  personFilter,
  ranging,
} from '#server/finding/field.ts';
import { fieldError } from '#server/http/errors.ts';
import { namedPeople, peopleWithIds, personToAssign } from '#server/people.ts';

type Columns = Schema['bugs'];

/** A row of `bugs` with the names of its users, without the columns that serve search or other features. */
export interface BugRow extends Omit<
  Columns,
  'title_fold' | 'description_fold' | 'title_marked' | 'description_marked' | 'component_id' | 'triaged'
> {
  assignee_name: string | null;
  creator_name: string | null;
}

/** A field stored in columns of `bugs`. */
interface ColumnField<Name extends SpecifiedName = SpecifiedName> extends ServerField<Name> {
  columnsOf(input: BugInputs[Name]): Partial<Columns>;
  valueOf(row: BugRow): BugValues[Name];
}

const byName: { readonly [Name in SpecifiedName]: ColumnField<Name> } = {
  title: {
    name: 'title',
    columnsOf(title) {
      const { folded, marked } = foldsOf(title);
      return { title, title_fold: folded, title_marked: marked };
    },
    valueOf: ({ title }) => title,
    querying: containing('title_fold'),
  },
  description: {
    name: 'description',
    columnsOf(description) {
      const { folded, marked } = foldsOf(description);
      return { description, description_fold: folded, description_marked: marked };
    },
    valueOf: ({ description }) => description,
    querying: containing('description_fold'),
  },
  status: {
    name: 'status',
    columnsOf: (status) => ({ status: statuses.indexOf(status) }),
    valueOf: ({ status }) => statuses[status] as Status,
    filters: { status: choiceFilter('status', statuses) },
  },
  priority: {
    name: 'priority',
    columnsOf: (priority) => ({ priority: priorities.indexOf(priority) }),
    valueOf: ({ priority }) => priorities[priority] as Priority,
    filters: { priority: choiceFilter('priority', priorities) },
  },
  assignedTo: {
    name: 'assignedTo',
    columnsOf: (userId) => ({ assigned_to: userId }),
    valueOf: ({ assigned_to: id, assignee_name: name }) =>
      id === null ? null : { _id: id, name: name ?? '' },
    filters: { assignedTo: personFilter('assigned_to') },
    querying: namedPeople,
    async lookUp(tx, userId) {
      const user = userId === null ? undefined : await personToAssign(tx, userId);
      return {
        decide() {
          if (userId !== null && !user) throw fieldError('assignedTo', bugRefusals.unknownAssignee());
          if (user?.isSuspended === true)
            throw fieldError('assignedTo', bugRefusals.suspendedAssignee({ name: user.name }));
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

/** A read-only column of bugs. */
interface FixedColumn extends FindableField {
  readonly name: keyof typeof fixedFields | 'number';
}

/** The read-only columns by which lists or queries select bugs. */
export const fixedColumns: readonly FixedColumn[] = [
  {
    name: 'createdBy',
    filters: { createdBy: personFilter('created_by') },
    querying: namedPeople,
  },
  { name: 'createdAt', querying: ranging(() => sql`bugs.created_at`) },
  { name: 'updatedAt', querying: ranging(() => sql`bugs.updated_at`, { isIndexed: true }) },
  { name: 'number', querying: ranging(() => sql`bugs.number`, { isInteger: true, isIndexed: true }) },
];
