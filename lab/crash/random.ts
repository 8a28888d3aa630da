import type { Random } from '#server/seed/seeded-random.ts';

/** A whole number from `from` to `to`. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** A random element; undefined if there is none. */
export function oneOf<T>(random: Random, all: readonly T[]): T | undefined {
  return all[Math.floor(random() * all.length)];
}

/** All elements in random order. */
export function shuffled<T>(random: Random, all: readonly T[]): T[] {
  const keyed = all.map((each) => ({ each, key: random() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ each }) => each);
}
