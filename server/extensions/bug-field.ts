import type { RawBuilder } from 'kysely';
import type { BugFieldName, BugInputs, BugValues } from '#contract/bugs/bug-fields.ts';
import type { CountedName } from '#contract/bugs/counted-fields.ts';
import type { Test } from '#contract/query/bind.ts';
import type { QueryField } from '#contract/query/fields.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { BugIds } from '#server/db/bugs/bug-ids.ts';
import type { Db, Tx } from '#server/db/schema.ts';

/** Which bugs a query parameter asks for. */
export interface Condition {
  /** The part that decides the statement. */
  readonly kind: string;
  /** The parameter of the statement. */
  readonly value: string | number;
  /** Whether few bugs meet it, as a rule: a text that many contain is then looked for in these, one after another. */
  readonly isSelective?: boolean;
  /** Whether no index finds the bugs that meet it, so that queries compare bugs one after another, and count only some. */
  readonly isUnindexed?: boolean;
  /** Conditions that together select the same bugs, each of them by exactly one: an index may know their order. */
  readonly oneOf?: readonly Condition[];
}

/** How a query parameter filters bugs. */
export interface FieldFilter {
  /** The condition of the parsed parameter, in a request of this user. */
  conditionOf(given: unknown, callerId: string): Condition;
  /** The same in SQL, with `value` as the condition's value. */
  where(db: Db, kind: string, value: RawBuilder<unknown>): RawBuilder<boolean>;
  /** The bugs that meet the condition, where another table has them; undefined where it has not. */
  ids?(db: Db, kind: string, value: RawBuilder<unknown>): BugIds | undefined;
  /** Whether an index of `bugs` has those that meet a condition by their numbers. */
  readonly isByNumber?: boolean;
}

/** A test of the values of a field, with ids in the place of names. */
export type SqlTest = Exclude<Test, { kind: 'called' }>;

/** How the server answers the query language for a field. */
export interface FieldQuerying {
  /** The objects that queries may ask for by their names. Names need not be unique. */
  named?(db: Db): Promise<readonly { readonly _id: string; readonly name: string }[]>;
  /**
   * The test in SQL, for the row `bugs`; NULL is taken for false. Without it, the first of the field's filters selects what has
   * some ids or choices, separated by commas, and what has `none`.
   */
  where?(db: Db, test: SqlTest): RawBuilder<boolean>;
  /** Whether an index finds the bugs that meet such a test. */
  readonly isIndexed?: boolean;
  /**
   * The bugs that meet a test, and others maybe; undefined where no index finds these. Without it, they are those that `where`
   * selects, where that `isIndexed`.
   */
  ids?(db: Db, test: SqlTest): BugIds | undefined;
  /** Whether `ids` are those of the bugs that meet the test alone, so that they can be counted. */
  readonly hasExactIds?: boolean;
  /** The bugs that have a value. */
  having?(db: Db): BugIds;
}

/** A field of queries that an installation has of its own. Built-in fields of the same name come before it. */
export interface OwnQueryField extends FieldQuerying {
  readonly field: QueryField;
  where(db: Db, test: SqlTest): RawBuilder<boolean>;
  ids(db: Db, test: SqlTest): BugIds | undefined;
}

/** The result of looking up what an input refers to. */
export interface LookedUp<Input, Value> {
  /**
   * The input, or what it means where that was replaced meanwhile. `before` is the input that the bug has, undefined for a new
   * bug.
   * @throws AppError 400
   */
  decide(before: Input | undefined): Input;
  /** The value of the input, of a bug that has the value `before`; undefined for a new one. */
  valueOf(input: Input, before?: Value): Value;
  /** Who is assigned to a new bug with the input, where its request assigns no one. */
  readonly assignee?: UserRef | undefined;
}

/** Whose input it is. */
export interface InputContext {
  readonly callerId: string;
  /** The bug that is edited; undefined for a new one. */
  readonly bugId: string | undefined;
  /** Whether a rule of a feature sets it, and not a request: some values are set by rules alone. */
  readonly byRule: boolean;
  /** All inputs of the request. */
  readonly given: { readonly [Name in BugFieldName]?: BugInputs[Name] | undefined };
  /** Whether what is missing can be asked for: not of those who have sent an e-mail. */
  readonly canAsk: boolean;
}

/** The server's part of a field of a bug. */
export interface FieldServer<Name extends BugFieldName = BugFieldName> {
  readonly name: Name;
  readonly filters?: Readonly<Record<string, FieldFilter>>;
  readonly querying?: FieldQuerying;
  /**
   * Reads what an input refers to, before the bug is known; it is decided on afterwards, unless the field stays as it is.
   * Fields without it take every input, which is the value.
   */
  lookUp?(
    tx: Tx,
    input: BugInputs[Name],
    context: InputContext,
  ): Promise<LookedUp<BugInputs[Name], BugValues[Name]>>;
  /** The values of these inputs of a history, in their order; without it, the inputs are shown. */
  present?(db: Db, inputs: readonly BugInputs[Name][]): Promise<BugValues[Name][]>;
}

/** A field that a feature stores: in tables of its own, or in a column of `bugs`. */
export interface StoredField<Name extends BugFieldName = BugFieldName> extends FieldServer<Name> {
  /** The field of the row `bugs` as JSON, to be selected with it: a bug is read by one statement. */
  select(db: Db): RawBuilder<string>;
  /** The value in the JSON. */
  read(json: string): BugValues[Name];
  /** The value of a bug for which nothing is stored. */
  readonly none: BugValues[Name];
  /** The input for a request that files a bug without the field; without it, nothing is looked up. */
  readonly omitted?: BugInputs[Name];
  /** Fields of queries that are not declared in the contract, as the database defines them. */
  ownQueryFields?(db: Db): Promise<readonly OwnQueryField[]>;
  /** Stores the new input, which differs from `before`, in the transaction. */
  store(
    tx: Tx,
    bugId: string,
    change: {
      readonly before: BugInputs[Name] | undefined;
      readonly input: BugInputs[Name];
      readonly at: string;
      /** The result of looking the input up. */
      readonly lookedUp: LookedUp<BugInputs[Name], BugValues[Name]> | undefined;
    },
  ): void;
}

/** How a number that a feature counts for every bug is read. */
export interface CountedField {
  readonly name: CountedName;
  /** The number of the row `bugs`, to be selected with it. */
  select(db: Db): RawBuilder<number>;
  /** How queries ask for it, as far as that is not by the number alone. */
  readonly querying?: FieldQuerying;
}
