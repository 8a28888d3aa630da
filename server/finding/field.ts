import { type RawBuilder, sql } from 'kysely';
import type { Test } from '#contract/query/bind.ts';
import type { QueryField } from '#contract/query/fields.ts';
import type { BugIds, BugNumbers } from '#server/engine/bugs/bugs.ts';
import { engineOf, isWithin } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';

/* What a field of bugs declares so that lists and queries can select by it. */

/** The condition that a query parameter expresses. */
export interface Condition {
  /** The part on which the statement depends. */
  readonly kind: string;
  /** The parameter of the statement. */
  readonly value: string | number;
  /** For several values: disjoint conditions, one for each value, that together select the same bugs. */
  readonly oneOf?: readonly Condition[];
}

/** How a query parameter filters bugs. */
export interface FieldFilter {
  /** The condition for the parsed parameter, in a request of this user, whose id matters only for `me`. */
  conditionOf(given: unknown, callerId: string): Condition;
  /** Replaces the ids of merged objects in a parameter other than `none` with the ids of what they became. */
  resolveMerged?(db: Db, given: string): Promise<string>;
  /** The condition in SQL, for the row `bugs`, with `value` as its value. */
  where(db: Db, kind: string, value: RawBuilder<unknown>): RawBuilder<boolean>;
  /** The bugs that meet the condition, if an index of another table has them; else undefined. */
  numbers?(db: Db, kind: string, value: RawBuilder<unknown>): BugNumbers | undefined;
  /** Whether an index of `bugs` has the bugs with a value, sorted by number. */
  readonly isByNumber?: boolean;
}

/** The filters of bugs by the names of their query parameters. */
export type Filters = ReadonlyMap<string, FieldFilter>;

/** A test of the values of a field, with ids instead of names. */
export type SqlTest = Exclude<Test, { kind: 'called' }>;

/** The evaluation of a field in queries on the server. */
export interface FieldQuerying {
  /** The objects that queries can name. Names need not be unique. */
  named?(db: Db): Promise<readonly { readonly _id: string; readonly name: string }[]>;
  /** The objects with these ids, and others with the same names. Without this function, all objects are read. */
  namesakes?(
    db: Db,
    ids: readonly string[],
  ): Promise<readonly { readonly _id: string; readonly name: string }[]>;
  /** The objects that were merged into others, each with the id of what it is now. */
  merged?(db: Db): Promise<readonly { readonly _id: string; readonly name: string; readonly into: string }[]>;
  /**
   * The test in SQL, for the row `bugs`; NULL counts as false. Without this function, the field's first filter selects
   * bugs by ids or choices, separated by commas, or by `none`.
   */
  where?(db: Db, test: SqlTest): RawBuilder<boolean>;
  /** Whether an index finds the bugs that `where` selects. */
  readonly isIndexed?: boolean;
  /** A superset of the bugs that pass a test, if an index of another table finds them; else undefined. */
  ids?(db: Db, test: SqlTest): BugIds | undefined;
  /** Exactly the bugs that pass a test, if an index of another table has them; else undefined. */
  numbers?(db: Db, test: SqlTest): BugNumbers | undefined;
  /** The bugs that have a value. */
  having?(db: Db): BugIds;
}

/** A field of queries that admins have defined. Built-in fields of the same name take precedence. */
export interface OwnQueryField extends FieldQuerying {
  readonly field: QueryField;
  where(db: Db, test: SqlTest): RawBuilder<boolean>;
  numbers(db: Db, test: SqlTest): BugNumbers | undefined;
}

/** What finding bugs needs to know about a field. */
export interface FindableField {
  /** Its name in bugs, which is the key of its field of queries. */
  readonly name: string;
  readonly filters?: Readonly<Record<string, FieldFilter>>;
  readonly querying?: FieldQuerying;
  /** Fields of queries that are not declared in the contract, as the database defines them. */
  ownQueryFields?(db: Db): Promise<readonly OwnQueryField[]>;
}

/** A field of queries with its server part. */
export interface BoundQueryField {
  readonly field: QueryField;
  readonly querying: FieldQuerying;
  /** The filter of lists that selects by the same field, and its query parameter. */
  readonly filter?: { readonly parameter: string; readonly by: FieldFilter } | undefined;
}

/** The fields of queries, by their keys. */
export type BoundQueryFields = ReadonlyMap<string, BoundQueryField>;

type Values = readonly (string | number)[];

/** The filter by one or more values of a column of `bugs`, separated by commas, or `none`. */
export function columnFilter(
  name: 'status' | 'priority' | 'assigned_to' | 'created_by' | 'component_id',
  type: 'integer' | 'uuid',
  valuesOf: (given: readonly string[], callerId: string) => Values = (given) => given,
): FieldFilter {
  const column = `bugs.${name}`;
  return {
    conditionOf(given, callerId) {
      if (given === 'none') return { kind: 'none', value: '' };
      const values = [...new Set(valuesOf(String(given).split(','), callerId))];
      const oneOf = values.map((value) => ({ kind: 'is', value }));
      const [only] = oneOf;
      return only && oneOf.length === 1 ? only : { kind: 'any', value: JSON.stringify(values), oneOf };
    },
    where(db, kind, value) {
      if (kind === 'none') return sql<boolean>`${sql.ref(column)} is null`;
      return kind === 'any'
        ? engineOf(db).isAmong(column, value, type)
        : sql<boolean>`${sql.ref(column)} = ${value}`;
    },
    isByNumber: true,
  };
}

/** The filter by a column that holds the places of choices. */
export function choiceFilter(column: 'status' | 'priority', choices: readonly string[]): FieldFilter {
  return columnFilter(column, 'integer', (given) => given.map((choice) => choices.indexOf(choice)));
}

/** The filter by a column that holds the ids of users, with `me` for the caller. */
export function personFilter(column: 'assigned_to' | 'created_by'): FieldFilter {
  return columnFilter(column, 'uuid', (given, callerId) => given.map((id) => (id === 'me' ? callerId : id)));
}

/** Tests of whether a column contains a text. */
export function containing(column: 'title_fold' | 'description_fold'): FieldQuerying {
  return {
    where(db, test) {
      if (test.kind !== 'contains') throw new Error(`Texts are not asked for by ${test.kind}`);
      const { columnContains, needleOf } = engineOf(db).search;
      return columnContains(`bugs.${column}`, needleOf(test.text));
    },
  };
}

/** The range of a 32-bit integer column. */
const integers = { least: -2_147_483_648, most: 2_147_483_647 };

/** Tests of whether a column, or another expression with one value per bug, is in a range. */
export function ranging(
  expression: (db: Db) => RawBuilder<unknown>,
  { isInteger = false, isIndexed = false } = {},
): FieldQuerying {
  return {
    isIndexed,
    where(db, test) {
      if (test.kind !== 'range') throw new Error(`Numbers and times are not asked for by ${test.kind}`);
      if (!isInteger) return isWithin(expression(db), test.range);
      const { least = integers.least, most = integers.most } = test.range as Partial<
        Record<'least' | 'most', number>
      >;
      const range = { least: Math.max(least, integers.least), most: Math.min(most, integers.most) };
      return range.least > range.most ? sql<boolean>`1 = 0` : isWithin(expression(db), range);
    },
  };
}
