import type { RawBuilder } from 'kysely';
import type { Db, Schema } from './schema.ts';

/** The length, in code points, of the pieces that the search index of either engine consists of and can look up. */
export const trigram = 3;

/** How bugs that contain some texts are found. */
export interface Search {
  /**
   * `index`: through the search index, newest first and as few as are asked for. `scan`: by looking at one bug after
   * another, which is quicker where many contain the text.
   */
  way: 'index' | 'scan';
  /** The expression for the search index. */
  match: string;
  /** All patterns that the texts are compared with. */
  needles: readonly string[];
  /** The numbers of the only bugs that may contain them, where the index has found them already. */
  among?: readonly number[];
}

/** The other conditions on bugs, as far as they decide how to search. */
interface Wanted {
  /** Whether they come by number, newest or oldest first. */
  byNumber: boolean;
  /** Whether few meet the other conditions, as a rule. */
  isSelective: boolean;
  /** Whether a text may also be in a comment on the bug. */
  inComments?: boolean;
}

/** Up to so many matches in titles, descriptions and comments, a search for all three begins with them. */
export const mostAmong = 10_000;

/** The longest of the texts, which the fewest bugs contain as a rule; undefined where no index can look it up. */
export function longestTerm(terms: readonly string[]): string | undefined {
  const [longest = ''] = terms.toSorted((a, b) => b.length - a.length);
  return [...longest].length < trigram ? undefined : longest;
}

/** How an engine searches for texts that are folded and not empty. */
export interface SearchEngine {
  /** Decides how to look for bugs that contain all of them; there is at least one. */
  plan(db: Db, terms: readonly string[], wanted: Wanted): Promise<Search>;
  /** The bugs in which to look, in the place of the table: all of them, or what the index finds. */
  source(way: Search['way'], match: string): RawBuilder<Schema['bugs']>;
  /**
   * The numbers of up to `most` bugs for each set of texts, each bug with all texts of the set in its title or description;
   * of all bugs any of them, or the newest of the `among` newest bugs. Texts are folded and as long as a trigram or longer.
   */
  numbersWith(
    db: Db,
    sets: readonly (readonly string[])[],
    wanted: { most: number; among?: number },
  ): Promise<number[][]>;
  /** Whether the bug at hand contains a text, or a comment on it does where these are searched. */
  contains(needle: string, inComments?: boolean): RawBuilder<boolean>;
  /** Whether the text in a column does. */
  columnContains(column: string, needle: string): RawBuilder<boolean>;
  /** The numbers of the bugs that the index finds, as it was planned. */
  numbers(search: Search): RawBuilder<{ number: number }>;
  /** The pattern that finds this text in others. */
  needleOf(term: string): string;
  /**
   * With how many bugs one statement may compare the texts, where statements cannot be interrupted: comparing takes the
   * product of both lengths at worst. `tests` is how many other tests of a query each bug may be compared with. Undefined where the
   * engine ends a statement that takes too long.
   */
  readonly maxCompared?: (
    needles: readonly string[],
    also?: { readonly inComments?: boolean; readonly tests?: number },
  ) => number;
}
