import type { Bug } from '#web/lib/api/specified.ts';

/** Compares two bugs: negative if the first was filed later. Compares their numbers if they have any. */
export function newestFirst(
  one: Pick<Bug, 'number' | 'createdAt'>,
  other: Pick<Bug, 'number' | 'createdAt'>,
): number {
  if (one.number !== undefined && other.number !== undefined) return other.number - one.number;
  return Number(other.createdAt > one.createdAt) - Number(other.createdAt < one.createdAt);
}
