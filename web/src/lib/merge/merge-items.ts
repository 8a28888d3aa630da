/** The items of one edit, without what another edit of the same items removed and with what it added. */
export function mergeItems<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): readonly T[] {
  const kept = mine.filter((item) => theirs.includes(item) || !base.includes(item));
  return [...kept, ...theirs.filter((item) => !mine.includes(item) && !base.includes(item))];
}

/** The items without those that one list has and the other has not, and with those that only the other has. */
export function withItemChanges<T extends { readonly _id: string }>(
  items: readonly T[],
  from: readonly T[],
  to: readonly T[],
): readonly T[] {
  const idsOf = (some: readonly T[]) => some.map(({ _id }) => _id);
  const known = new Map([...to, ...items].map((item) => [item._id, item]));
  return mergeItems(idsOf(from), idsOf(to), idsOf(items)).flatMap((id) => known.get(id) ?? []);
}
