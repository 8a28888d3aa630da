import { isSameInput } from '#contract/bugs/field.ts';

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

/** An object whose edits name the keys that they set. */
export type Keyed<T> = Readonly<Record<string, T>>;

/** The edit from one object to another: the keys that differ, with null for removed ones. */
export function keyChanges<T>(from: Keyed<T>, to: Keyed<T>): Record<string, T | null> {
  const gone = Object.keys(from).filter((key) => to[key] === undefined && from[key] !== null);
  const set = Object.entries(to).filter(([key, value]) => !isSameInput(value ?? null, from[key] ?? null));
  return { ...Object.fromEntries(gone.map((key) => [key, null])), ...Object.fromEntries(set) };
}

/** Applies the edit from one object to another to a third object. */
export function withKeyChanges<T>(object: Keyed<T>, from: Keyed<T>, to: Keyed<T>): Record<string, T> {
  const entries = Object.entries({ ...object, ...keyChanges(from, to) });
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== null));
}

/**
 * Merges two edits of the same object. If they set a key to different values, the own value wins, and the result is not
 * clean.
 */
export function mergeKeys<T>(
  base: Keyed<T>,
  mine: Keyed<T>,
  theirs: Keyed<T>,
): { clean: boolean; value: Record<string, T> } {
  const value: Record<string, T> = { ...theirs };
  let clean = true;
  for (const [key, own] of Object.entries(mine)) {
    if (isSameInput(own, base[key])) continue;
    const other = theirs[key];
    clean &&= isSameInput(other, base[key]) || isSameInput(other, own);
    value[key] = own;
  }
  return { clean, value };
}
