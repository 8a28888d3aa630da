/** The items of one edit, without what another edit of the same items removed and with what it added. */
export function mergeItems<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): readonly T[] {
  const kept = mine.filter((item) => theirs.includes(item) || !base.includes(item));
  return [...kept, ...theirs.filter((item) => !mine.includes(item) && !base.includes(item))];
}
