import { isSameInput } from '#contract/bugs/field.ts';

/** An object, of which an edit names the keys that it sets. */
export type Keyed<T> = Readonly<Record<string, T>>;

/** Both edits of the same object in one; where they set a key otherwise, the own is taken, and the result is not clean. */
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
