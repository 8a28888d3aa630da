import type { Message } from '#contract/messages.ts';

/** A range in the text of a query: UTF-16 code units, start inclusive, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A parsed query. It does not depend on the user or the time. */
export type Node = Junction | Negation | Words | Term;

interface Junction extends Span {
  readonly kind: 'and' | 'or';
  /** At least two. */
  readonly nodes: readonly Node[];
}

interface Negation extends Span {
  readonly kind: 'not';
  readonly node: Node;
}

/** Words and phrases in a row, without a field. They mean what the same text means to the search. */
export interface Words extends Span {
  readonly kind: 'words';
  readonly text: string;
  readonly words: readonly Word[];
}

export interface Word extends Span {
  readonly isPhrase: boolean;
}

/** A field and values, at least one of which the bug must have. */
export interface Term extends Span {
  readonly kind: 'term';
  /** The field's declared name. */
  readonly field: string;
  readonly name: Span;
  readonly values: readonly Value[];
}

export type Operator = '<' | '<=' | '>' | '>=';

export type Value = Span &
  (
    | { readonly kind: 'is'; readonly operand: Operand }
    | { readonly kind: 'compare'; readonly operator: Operator; readonly operand: Operand }
    | { readonly kind: 'range'; readonly from: Operand; readonly to: Operand }
  );

export type Unit = 'd' | 'w' | 'm' | 'y';

export type Operand =
  | { readonly kind: 'none' }
  | { readonly kind: 'me' }
  /** A text, a name or an id. */
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'choice'; readonly choice: string }
  | { readonly kind: 'number'; readonly number: number }
  /** As in 2026-11-21. */
  | { readonly kind: 'day'; readonly day: string }
  /** An offset from today: `-7d` is seven days ago, 0 is today. */
  | { readonly kind: 'from today'; readonly amount: number; readonly unit: Unit };

/** The order in a query. */
export interface QuerySort extends Span {
  /** The field's declared name. */
  readonly field: string;
  readonly descending: boolean;
}

/** A query that was understood. */
export interface Query {
  /** Undefined where the query selects every bug. */
  readonly tree: Node | undefined;
  readonly sort: QuerySort | undefined;
  /** The directive that extends the search to comments, if there is one. */
  readonly inComments: Span | undefined;
}

/** A replacement for another text. */
export interface Fix extends Span {
  readonly text: string;
}

/** Why a query was not understood, and where. */
export interface QueryError extends Span {
  readonly message: Message;
  /** Suggestions, the most likely first. */
  readonly fixes: readonly Fix[];
}

export type Parsed =
  | { readonly query: Query; readonly error?: never }
  | { readonly error: QueryError; readonly query?: never };
