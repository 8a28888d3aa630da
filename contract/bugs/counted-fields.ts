import * as z from 'zod/mini';
import type { QueryKind } from './field.ts';
import type { ChangeKind } from '#contract/live.ts';

/** A number that a feature counts for every bug: 0 for a new one, and set by no request. */
interface CountedBugField {
  /** The kind of live change sent when the number changes; the bug's version does not. */
  readonly changedBy: ChangeKind;
  /** How queries select by it; without this, they cannot. */
  readonly query?: {
    /** Its name in queries, if that differs from its name in bugs. */
    readonly name?: string;
    /** Whether queries compare the number, or only ask if it is above zero. */
    readonly kind: Extract<QueryKind, 'number' | 'yes-no'>;
    /** The word after `has:` that selects bugs with a number above zero. */
    readonly has?: string;
  };
}

/** The numbers that features count for every bug, in the order in which they are sent. A feature adds its numbers here, a line each. */
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

/** An object with the result of `make` for each number. */
export function ofCounts<T>(make: (name: CountedName) => T): Record<CountedName, T> {
  return Object.fromEntries(countedNames.map((name) => [name, make(name)])) as Record<CountedName, T>;
}

/** The schemas of the numbers, for an object of them. */
export const countSchemas = ofCounts(() => z.int());

/** The numbers of a new bug. */
export const noCounts: Readonly<Record<CountedName, number>> = ofCounts(() => 0);
