import type { RawBuilder } from 'kysely';
import type { BugFieldName, BugInputs, BugValues } from '#contract/bugs/bug-fields.ts';
import type { CountedName } from '#contract/bugs/counted-fields.ts';
import type { Language } from '#contract/languages.ts';
import type { Test } from '#contract/query/bind.ts';
import type { QueryField } from '#contract/query/fields.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { BugIds } from '#server/engine/bugs/bugs.ts';
import type { Db, Tx } from '#server/engine/schema.ts';

/** The condition that a query parameter stands for. */
export interface Condition {
  /** The part on which the statement depends. */
  readonly kind: string;
  /** The parameter of the statement. */
  readonly value: string | number;
  /** Whether usually few bugs meet it: a common search text is then compared with these, one after another. */
  readonly isSelective?: boolean;
  /** Whether no index finds the bugs that meet it: queries then compare bugs one after another, and their count is limited. */
  readonly isUnindexed?: boolean;
  /** Disjoint conditions that together select the same bugs, for each of which an index may have the order. */
  readonly oneOf?: readonly Condition[];
}

/** How a query parameter filters bugs. */
export interface FieldFilter {
  /** The condition for the parsed parameter, in a request of this user, who only matters if `me` is used. */
  conditionOf(given: unknown, callerId: string): Condition;
  /** The same in SQL, with `value` as the condition's value. */
  where(db: Db, kind: string, value: RawBuilder<unknown>): RawBuilder<boolean>;
  /** The ids of the bugs that meet the condition, if another table has them; else undefined. */
  ids?(db: Db, kind: string, value: RawBuilder<unknown>): BugIds | undefined;
  /** Whether an index of `bugs` has the matching bugs sorted by number. */
  readonly isByNumber?: boolean;
}

/** A test of the values of a field, with ids instead of names. */
export type SqlTest = Exclude<Test, { kind: 'called' }>;

/** The evaluation of a field in queries on the server. */
export interface FieldQuerying {
  /** The objects that queries can name. Names need not be unique. */
  named?(db: Db): Promise<readonly { readonly _id: string; readonly name: string }[]>;
  /**
   * The test in SQL, for the row `bugs`; NULL counts as false. Without it, the first of the field's filters selects what
   * has some ids or choices, separated by commas, and what has `none`.
   */
  where?(db: Db, test: SqlTest): RawBuilder<boolean>;
  /** Whether an index finds the bugs that meet such a test. */
  readonly isIndexed?: boolean;
  /**
   * A superset of the bugs that meet a test; undefined if no index finds these. Without it, they are those that `where`
   * selects, where that `isIndexed`.
   */
  ids?(db: Db, test: SqlTest): BugIds | undefined;
  /** Whether `ids` returns exactly the bugs that pass the test, so that they can be counted. */
  readonly hasExactIds?: boolean;
  /** The bugs that have a value. */
  having?(db: Db): BugIds;
}

/** A field of queries that admins have defined. Built-in fields of the same name take precedence. */
export interface OwnQueryField extends FieldQuerying {
  readonly field: QueryField;
  where(db: Db, test: SqlTest): RawBuilder<boolean>;
  ids(db: Db, test: SqlTest): BugIds | undefined;
}

/** The looked-up reference of an input. */
export interface LookedUp<Input, Value> {
  /**
   * The effective input, such as the label into which the given one was merged. `before` is the input that the bug has,
   * undefined for a new bug.
   * @throws AppError 400
   */
  decide(before: Input | undefined): Input;
  /** The value of the input. `before` is the bug's value, undefined for a new bug. */
  valueOf(input: Input, before?: Value): Value;
  /** The assignee of a new bug with the input, if its request has none. */
  readonly assignee?: UserRef | undefined;
}

/** Whose input it is. */
export interface InputContext {
  readonly callerId: string;
  /** The bug that is edited; undefined for a new one. */
  readonly bugId: string | undefined;
  /** Whether a rule of a feature sets it, and not a request. Some values can only be set by rules. */
  readonly byRule: boolean;
  /** All inputs of the request. */
  readonly given: { readonly [Name in BugFieldName]?: BugInputs[Name] | undefined };
  /** Whether missing inputs can be demanded: not from senders of e-mail. */
  readonly canAsk: boolean;
}

/** Words for values. */
export type Words<Value extends string> = Readonly<Record<Value, string>>;

/** The words of a field in e-mail. */
interface MailWords {
  readonly label: string;
  /** The words for values; others are shown as they are. Without it, mail only says that the field has changed. */
  readonly values?: Words<string>;
}

/** The server's part of a field of a bug. */
export interface FieldServer<Name extends BugFieldName = BugFieldName> {
  readonly name: Name;
  readonly inMail: Readonly<Record<Language, MailWords>>;
  readonly filters?: Readonly<Record<string, FieldFilter>>;
  readonly querying?: FieldQuerying;
  /**
   * Looks up the reference of an input, before the bug is read. It is validated afterwards, if the field changes. Fields
   * without it accept every input, which equals the value.
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
  /** The field of the row `bugs` as JSON, selected together with it, so that one statement reads a bug. */
  select(db: Db): RawBuilder<string>;
  /** Whether its values of one bug may be tens of thousands of bytes, so that they count towards the size of a page. */
  readonly hasLongTexts?: boolean;
  /** The value in the JSON. */
  read(json: string): BugValues[Name];
  /** The value of a bug without stored data. */
  readonly none: BugValues[Name];
  /** The default input for a new bug; without it, nothing is looked up. */
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
  /** The evaluation in queries, unless they just compare the number. */
  readonly querying?: FieldQuerying;
}
