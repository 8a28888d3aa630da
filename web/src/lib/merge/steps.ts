/**
 * At most so many steps does the library take to compare two texts of these units: it looks at each pair of equal units as
 * often as the shorter text has units. It cannot be stopped, so this is counted before it begins.
 */
export function stepsToCompare(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const unit of one) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const pairs = other.reduce((sum, unit) => sum + (counts.get(unit) ?? 0), 0);
  return pairs * Math.min(one.length, other.length);
}
