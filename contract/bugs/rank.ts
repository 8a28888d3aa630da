/* Apart from the endpoints, which need permissions and more. */

/** How far the ranks of bugs are apart that were filed one after another. Up to 2^31 bugs, ranks are safe integers. */
export const rankStep = 2 ** 20;

/** The rank of a bug in the order of boards, the highest of which is on top. Bugs that were never placed stand at their number. */
export function rankOf({
  number,
  rank,
}: {
  readonly number: number;
  readonly rank?: number | undefined;
}): number {
  return rank ?? number * rankStep;
}
