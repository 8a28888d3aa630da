import type { RawBuilder } from 'kysely';
import type { BugFieldName, BugInputs, BugValues, CountedName } from '#contract/bugs/bug-fields.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { FieldQuerying, FindableField } from '#server/finding/field.ts';

/** What an input refers to, as read from the database. */
export interface LookedUp<Input, Value> {
  /**
   * The effective input, such as the label into which the given one was merged. `before` is the bug's current input;
   * undefined for a new bug.
   * @throws AppError 400
   */
  decide(before: Input | undefined): Input;
  /** The value of the input. `before` is the bug's value, undefined for a new bug. */
  valueOf(input: Input, before?: Value): Value;
  /** The assignee of a new bug with the input, if its request has none. */
  readonly assignee?: UserRef | undefined;
}

/** The request or rule that sets an input. */
export interface InputContext {
  readonly callerId: string;
  /** The bug that is edited; undefined for a new one. */
  readonly bugId: string | undefined;
  /** Whether a feature's rule sets the input, not a request. Some values can only be set by rules. */
  readonly byRule: boolean;
  /** All inputs of the request. */
  readonly given: { readonly [Name in BugFieldName]?: BugInputs[Name] | undefined };
  /** Whether missing inputs can be demanded. Senders of e-mail cannot be asked. */
  readonly canAsk: boolean;
}

/** The server's part of a bug's field. */
export interface ServerField<Name extends BugFieldName = BugFieldName> extends FindableField {
  readonly name: Name;
  /**
   * Looks up what an input refers to. Runs before the bug is read; `decide` validates the input afterwards, if the
   * field changes. Without this function, every input is accepted and is also the value.
   */
  lookUp?(
    tx: Tx,
    input: BugInputs[Name],
    context: InputContext,
  ): Promise<LookedUp<BugInputs[Name], BugValues[Name]>>;
  /**
   * The current values for inputs stored in a history, in the same order. Without this function, the inputs are shown.
   */
  present?(db: Db, inputs: readonly BugInputs[Name][]): Promise<BugValues[Name][]>;
}

/** A field that a feature stores: in tables of its own, or in a column of `bugs`. */
export interface StoredField<Name extends BugFieldName = BugFieldName> extends ServerField<Name> {
  /** The value as JSON, selected with the row `bugs`, so that one statement reads a bug. */
  select(db: Db): RawBuilder<string>;
  /** Whether a bug's values may have tens of thousands of bytes, so that they count towards the size of a page. */
  readonly hasLongTexts?: boolean;
  /** Parses the value that `select` returns. */
  read(json: string): BugValues[Name];
  /** The input that a new bug gets if its request has none; without it, the bug has the field's `empty` value. */
  readonly defaultInput?: BugInputs[Name];
  /** Stores the new input, which differs from `before`, in the transaction. */
  store(
    tx: Tx,
    bugId: string,
    change: {
      readonly before: BugInputs[Name] | undefined;
      readonly input: BugInputs[Name];
      readonly at: string;
      /** The result of `lookUp`. */
      readonly lookedUp: LookedUp<BugInputs[Name], BugValues[Name]> | undefined;
    },
  ): void;
}

/** How a number that a feature counts per bug is read. */
export interface CountedField {
  readonly name: CountedName;
  /** The number, selected with the row `bugs`. */
  select(db: Db): RawBuilder<number>;
  /** How queries evaluate it; by default, they compare the number. */
  readonly querying?: FieldQuerying;
}
