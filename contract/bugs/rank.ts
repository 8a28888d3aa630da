/* In a file without endpoints, whose imports the callers do not need. */

/** The gap between the ranks of two bugs with successive numbers. Up to 2^31 bugs, ranks are safe integers. */
export const rankStep = 2 ** 20;

/** The rank of a bug in the order of boards, highest on top. A bug that was never placed has its number as its rank. */
export function rankOf({
  number,
  rank,
}: {
  readonly number: number;
  readonly rank?: number | undefined;
}): number {
  return rank ?? number * rankStep;
}
