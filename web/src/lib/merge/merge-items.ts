/** The items of one edit, without the items that another edit of the same list removed, plus those that it added. */
export function mergeItems<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): readonly T[] {
  const kept = mine.filter((item) => theirs.includes(item) || !base.includes(item));
  return [...kept, ...theirs.filter((item) => !mine.includes(item) && !base.includes(item))];
}

/** Applies the difference between two lists to the items: removes items only in the first, adds items only in the second. */
export function withItemChanges<T extends { readonly _id: string }>(
  items: readonly T[],
  from: readonly T[],
  to: readonly T[],
): readonly T[] {
  const idsOf = (some: readonly T[]) => some.map(({ _id }) => _id);
  const known = new Map([...to, ...items].map((item) => [item._id, item]));
  return mergeItems(idsOf(from), idsOf(to), idsOf(items)).flatMap((id) => known.get(id) ?? []);
}
