import type { RawBuilder } from 'kysely';
import type { Db, Schema } from './schema.ts';

/** The length in code points of the pieces that either engine's search index is made of. */
export const trigram = 3;

/** The plan of a search for bugs that contain some texts. */
export interface Search {
  /**
   * `index`: uses the search index, newest first, and stops at the requested number. `scan`: compares one bug after
   * another, which is quicker if many contain the text.
   */
  way: 'index' | 'scan';
  /** The expression for the search index. */
  match: string;
  /** All patterns that the texts are compared with. */
  needles: readonly string[];
  /** The numbers of the candidates, if the index has found them already. */
  among?: readonly number[];
}

/** The properties of the other conditions on which the plan depends. */
interface Wanted {
  /** Whether the bugs are sorted by number, newest or oldest first. */
  byNumber: boolean;
  /** Whether usually few bugs meet the other conditions. */
  isSelective: boolean;
  /** Whether a text may also be in a comment on the bug. */
  inComments?: boolean;
}

/** A search that includes comments compares only the candidates if there are at most this many. */
export const mostAmong = 10_000;

/** The longest of the texts, which usually the fewest bugs contain; undefined if it is too short for the index. */
export function longestTerm(terms: readonly string[]): string | undefined {
  const [longest = ''] = terms.toSorted((a, b) => b.length - a.length);
  return [...longest].length < trigram ? undefined : longest;
}

/** The maximum product of the bytes of the search texts and the number of bugs that one statement compares. */
const comparedBytes = 100_000;
/**
 * Each text is searched for in the whole bug, however short the text is: `most` is the maximum number of texts times
 * bugs per statement. `tests` is the maximum number of non-text query tests times bugs per statement.
 */
export const compared = { least: 16, most: 500, tests: 4_000 };
/** The limit is this many times lower if comments are compared too. */
const commentsOfBug = 8;

/** What else each bug is compared with. */
interface Compared {
  readonly inComments?: boolean;
  /** The maximum number of other query tests that each bug is compared with. */
  readonly tests?: number;
  readonly mostAtOnce?: number | undefined;
}

/**
 * The maximum number of bugs whose texts one statement may compare: in the worst case, comparing takes the product of
 * both lengths. `factor` is relative to an engine that cannot interrupt a statement.
 */
export function maxComparedBy(factor: number): SearchEngine['maxCompared'] {
  return (needles, { inComments = false, tests = 0, mostAtOnce = Infinity } = {}) => {
    const bytes = needles.reduce((sum, needle) => sum + Buffer.byteLength(needle), 0);
    const byTests = Math.ceil((factor * compared.tests) / Math.max(tests, 1));
    const byTexts = Math.ceil(factor * Math.min(comparedBytes / bytes, compared.most / needles.length));
    const bugs = bytes === 0 ? byTests : Math.min(byTests, byTexts);
    const also = bytes > 0 && inComments ? Math.ceil(bugs / commentsOfBug) : bugs;
    return Math.min(mostAtOnce, Math.max(compared.least, also));
  };
}

/** How an engine searches for texts, which are folded and not empty. */
export interface SearchEngine {
  /** Plans the search for bugs that contain all terms; there is at least one. */
  plan(db: Db, terms: readonly string[], wanted: Wanted): Promise<Search>;
  /** The relation to select bugs from: the table, or the matches of the index. */
  source(way: Search['way'], match: string): RawBuilder<Schema['bugs']>;
  /**
   * The numbers of up to `most` bugs for each set of texts; each bug has all texts of the set in its title or
   * description. Any bugs, or with `among` the newest matches among that many newest bugs. Texts are folded and at
   * least as long as a trigram.
   */
  numbersWith(
    db: Db,
    sets: readonly (readonly string[])[],
    wanted: { most: number; among?: number },
  ): Promise<number[][]>;
  /** The condition that a row of `bugs` contains a text, or with `inComments` that one of its comments does. */
  contains(needle: string, inComments?: boolean): RawBuilder<boolean>;
  /** Like `contains`, for an exact phrase, which is compared with the texts including their marks. */
  containsExactly(phrase: string, inComments: boolean): RawBuilder<boolean>;
  /** The condition that the text in a column contains the needle. */
  columnContains(column: string, needle: string): RawBuilder<boolean>;
  /** The numbers of the bugs that the index finds with the plan. */
  numbers(search: Search): RawBuilder<{ number: number }>;
  /** The pattern of a comparison with this text. */
  needleOf(term: string): string;
  /**
   * The maximum number of bugs that one statement may compare with the texts, so that other requests do not wait for
   * long.
   */
  readonly maxCompared: (needles: readonly string[], also?: Compared) => number;
  /** Whether `maxCompared` also limits a statement that uses the index. */
  readonly boundsIndex: boolean;
  /**
   * How many of these bugs one statement may compare including comments, even if it hits those with the most comments.
   * Undefined if the engine cancels slow statements.
   */
  readonly maxWithComments?: (db: Db, among: readonly number[]) => Promise<number>;
}
