/**
 * The upper bound of the steps in which the library compares two texts of these units: the pairs of equal units, times
 * the length of the shorter text. It cannot be aborted, so the bound is computed first.
 */
export function stepsToCompare(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const unit of one) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const pairs = other.reduce((sum, unit) => sum + (counts.get(unit) ?? 0), 0);
  return pairs * Math.min(one.length, other.length);
}
