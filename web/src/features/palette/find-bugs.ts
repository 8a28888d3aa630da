import { matcherOf } from '#contract/bugs/search.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { numberIn } from '#web/lib/bugs/bug-number.ts';
import { newestFirst } from '#web/lib/bugs/newest-first.ts';

/** The maximum number of bugs shown. */
export const most = 8;

/**
 * The matches among the cached bugs, as the server would find them: the bug with the typed number, and the newest that
 * contain the text. Empty if the bug with the number is not cached, as it must come first.
 */
export function findKnown(known: readonly Bug[], text: string): Bug[] {
  const bugs = [...new Map(known.map((bug) => [bug._id, bug])).values()].toSorted(newestFirst);
  const hasNumbers = bugs.some((bug) => bug.number !== undefined);
  const number = hasNumbers ? numberIn(text) : undefined;
  const numbered = bugs.find((bug) => number !== undefined && bug.number === number);
  if (number !== undefined && !numbered) return [];
  return withFirst(numbered, bugs.filter(matcherOf(text)));
}

/** The bugs to show, without repetitions, starting with `first`. */
export function withFirst(first: Bug | undefined, bugs: readonly Bug[]): Bug[] {
  const others = bugs.filter(({ _id }) => _id !== first?._id);
  return (first ? [first, ...others] : others).slice(0, most);
}
