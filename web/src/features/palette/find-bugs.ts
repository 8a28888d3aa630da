import type { Bug } from '#contract/bugs.ts';
import { matchesSearch } from '#contract/search.ts';

/** How many bugs are shown. */
export const most = 8;

/** The number that is typed as `12` or `#12`, if it is one that a bug can have. */
export function numberIn(text: string): number | undefined {
  const digits = /^#?([1-9][0-9]{0,9})$/.exec(text)?.[1];
  const number = Number(digits);
  return digits !== undefined && number <= 2_147_483_647 ? number : undefined;
}

/**
 * What the server would find, of the bugs that are known already: the one with the number that is typed, and the newest
 * that contain the text. Nothing where that number is not known, because it has to be the first.
 */
export function findKnown(known: readonly Bug[], text: string): Bug[] {
  const bugs = [...new Map(known.map((bug) => [bug._id, bug])).values()].toSorted(
    (one, other) => other.number - one.number,
  );
  const number = numberIn(text);
  const numbered = bugs.find((bug) => bug.number === number);
  if (number !== undefined && !numbered) return [];
  return withFirst(
    numbered,
    bugs.filter((bug) => matchesSearch(bug, text)),
  );
}

/** The bugs as they are shown, each once, beginning with `first`. */
export function withFirst(first: Bug | undefined, bugs: readonly Bug[]): Bug[] {
  const others = bugs.filter(({ _id }) => _id !== first?._id);
  return (first ? [first, ...others] : others).slice(0, most);
}
