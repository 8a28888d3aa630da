import type { RawBuilder } from 'kysely';
import type { BugFieldName, BugInputs, BugValues, CountedName } from '#contract/bugs/bug-fields.ts';
import type { Language } from '#contract/languages.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { FieldQuerying, FindableField } from '#server/finding/field.ts';

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
export interface FieldServer<Name extends BugFieldName = BugFieldName> extends FindableField {
  readonly name: Name;
  readonly inMail: Readonly<Record<Language, MailWords>>;
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
